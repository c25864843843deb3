// The same bits on every machine: plays three of the library's scenes and compares the hash of their state with the one
// that the tests of the native library hold.
import type { Toile } from 'toile';
import golden from '../../../tests/determinism/scene_hashes.json';

export interface GoldenResult {
  scene: string;
  hash: string;
  same: boolean;
}

/** Reports each scene as it is done; lets the page breathe between steps. */
export async function checkGolden(toile: Toile, report: (result: GoldenResult) => void): Promise<void> {
  for (const [name, wanted] of Object.entries(golden.hashes)) {
    const scene = toile.openScene(name);
    try {
      for (let step = 0; step < golden.steps; ++step) {
        scene.advance();
        if (step % 8 === 7) await new Promise((resolve) => setTimeout(resolve));
      }
      const hash = scene.world.stateHash.toString(16).padStart(16, '0');
      report({ scene: name, hash, same: hash === wanted });
    } finally {
      scene.dispose();
    }
  }
}
