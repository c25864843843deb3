// Serves a folder on this machine:  node serve.mjs FOLDER [PORT]
// With the headers that let a page share memory between threads, and none that a static host would not send as well.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const types = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.json': 'application/json',
  '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.glb': 'model/gltf-binary', '.wgsl': 'text/plain; charset=utf-8',
};

/** A listening server; `prefix` is the path that the folder appears under. */
export function serve(folder, port, prefix = '/') {
  const root = resolve(folder);
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const file = normalize(join(root, path.startsWith(prefix) ? path.slice(prefix.length) : '\0'));
    const name = file === root || path.endsWith('/') ? join(file, 'index.html') : file;
    let size = 0;
    try {
      if (name.includes('\0') || !(name + sep).startsWith(root + sep)) throw new Error('outside');
      const facts = statSync(name);
      if (!facts.isFile()) throw new Error('no file');
      size = facts.size;
    } catch {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found\n');
      return;
    }
    response.writeHead(200, {
      'Content-Type': types[extname(name)] ?? 'application/octet-stream',
      'Content-Length': size,
      'Cache-Control': 'no-cache',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    });
    createReadStream(name).pipe(response);
  });
  return new Promise((done) => server.listen(port, '127.0.0.1', () => done(server)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const port = Number(process.argv[3] ?? 8080);
  await serve(process.argv[2] ?? 'page/dist', port);
  console.log(`http://localhost:${port}/`);
}
