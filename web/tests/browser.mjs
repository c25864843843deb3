// The distribution's Chromium, with or without WebGPU, and pages that fail a test at any error or request to elsewhere.
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

/** Drawn by programs, as machines for tests have no graphics card. */
const drawn = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const withGpu = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];
const withoutGpu = ['--disable-features=WebGPU'];

export function launch({ gpu }) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...drawn, ...(gpu ? withGpu : withoutGpu)],
  });
}

/** A page of the browser at `address`; close() asserts that nothing went wrong in it. */
export async function openPage(browser, address, options = {}) {
  const { script, ...rest } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...rest });
  if (script) await context.addInitScript(script);
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== new URL(address).origin) faults.push(`external: ${url}`);
  });
  await page.goto(address);
  const close = async () => {
    await context.close();
    assert.deepEqual(faults, []);
  };
  return { page, context, faults, close };
}
