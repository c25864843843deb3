// Files that come and go: a garment that is dropped or chosen, what was found in it, and what is saved.
import { byId, element } from './dom.ts';
import type { Inspection } from './own_demo.ts';

/** Calls `opened` with a file that is dropped anywhere or chosen in the form. */
export function listenForFiles(opened: (file: File) => void): void {
  byId<HTMLInputElement>('file').addEventListener('change', (event) => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (file) opened(file);
    input.value = '';
  });
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    document.body.classList.add('dropping');
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) document.body.classList.remove('dropping');
  });
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    document.body.classList.remove('dropping');
    const file = event.dataTransfer?.files[0];
    if (file) opened(file);
  });
}

export function showInspection({ name, report, warnings }: Inspection): void {
  const facts: [string, string][] = [
    ['vertices', report.vertices.toLocaleString('en')], ['faces', report.faces.toLocaleString('en')],
    ['particles', report.particles.toLocaleString('en')], ['pieces', String(report.components)],
    ['borders', String(report.boundaryLoops)], ['area', `${report.area.toFixed(2)} m²`], ['mass', `${report.mass.toFixed(3)} kg`],
  ];
  const list = element('dl', {}, ...facts.flatMap(([term, value]) => [element('dt', {}, term), element('dd', {}, value)]));
  const odd = element('ul', {}, ...warnings.map((warning) => element('li', {}, warning)));
  byId('inspection').replaceChildren(element('strong', {}, name), list, odd);
}

/** Hands a GLB to the browser's downloads; `name` is that of the file it was made from. */
export function saveGlb(bytes: Uint8Array, name: string): void {
  const href = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'model/gltf-binary' }));
  element('a', { href, download: `${name.replace(/\.\w+$/, '')}_draped.glb` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
}
