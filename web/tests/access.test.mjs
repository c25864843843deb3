// The page for those who use keys, a screen reader, a phone, or need contrast.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { coarse, start } from './page.mjs';

let site;
before(async () => { site = await start({ webgpu: false }); });
after(() => site?.close());

const demos = ['sheet', 'cape', 'flag', 'skirt', 'curtain'];
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

async function choose(page, demo) {
  await page.locator('#demo').selectOption(demo);
  await page.waitForFunction((id) => globalThis.toilePage.inspect.demo === id, demo);
}

test('everything that can be operated has a name', async () => {
  const { page, close } = await site.open('wasm', 'sheet', coarse);
  for (const demo of demos) {
    await choose(page, demo);
    const nameless = await page.evaluate(() => [...document.querySelectorAll('button, input, select, canvas')].filter((each) => {
      const labels = [...(each.labels ?? [])].map(({ textContent }) => textContent).join('');
      return (each.getAttribute('aria-label') ?? (labels || each.textContent)).trim() === '' || (each.tagName === 'SELECT' && labels === '');
    }).map(({ outerHTML }) => outerHTML));
    assert.deepEqual(nameless, [], demo);
  }
  await close();
});

test('the Tab key reaches every control, and shows where it is', async () => {
  const { page, close } = await site.open('wasm', 'sheet', coarse);
  await page.evaluate(() => globalThis.toilePage.pause(true));
  const wanted = await page.evaluate(() => [...document.querySelectorAll('button, input, select, canvas')]
    .filter((each) => !each.disabled && each.checkVisibility()).map(({ id }) => id));
  assert.ok(wanted.includes('stage') && wanted.includes('control-wind') && wanted.includes('file') && wanted.length > 18, String(wanted));
  const reached = new Set(), unseen = [];
  for (let press = 0; press < wanted.length + 5; ++press) {
    await page.keyboard.press('Tab');
    const [id, seen] = await page.evaluate(() => {
      const active = document.activeElement;
      const marked = (each) => getComputedStyle(each).outlineStyle !== 'none' && parseFloat(getComputedStyle(each).outlineWidth) > 0;
      return [active.id, marked(active) || (active.parentElement !== null && marked(active.parentElement))];
    });
    reached.add(id);
    if (id !== '' && !seen) unseen.push(id);
  }
  assert.deepEqual(wanted.filter((id) => !reached.has(id)), []);
  assert.deepEqual(unseen, []);
  await close();
});

test('text has contrast in the light and in the dark', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const { page, close } = await site.open('wasm', 'sheet', { ...coarse, colorScheme });
    const ratios = await page.evaluate(() => {
      // WCAG 2.1, relative luminance
      const channels = (text) => text.match(/[\d.]+/g).map(Number);
      const luminance = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
      const behind = (each) => {
        for (let at = each; at !== null; at = at.parentElement) {
          const found = channels(getComputedStyle(at).backgroundColor);
          if ((found[3] ?? 1) > 0.5) return found;
        }
        return channels(getComputedStyle(document.documentElement).backgroundColor);
      };
      return [...document.querySelectorAll('#panel *, #stats *')].filter((each) =>
        each.checkVisibility() && !each.disabled && each.closest('[disabled]') === null && !['OPTION', 'INPUT'].includes(each.tagName) &&
        [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '')).map((each) => {
        const [a, b] = [luminance(channels(getComputedStyle(each).color)), luminance(behind(each))];
        return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), each.outerHTML.slice(0, 80)];
      });
    });
    assert.ok(ratios.length > 30);
    assert.deepEqual(ratios.filter(([ratio]) => !(ratio >= 4.5)), [], colorScheme);
    await close();
  }
});

test('a phone shows everything without sideways scrolling, large enough for a finger', async () => {
  const { page, close } = await site.open('wasm', 'sheet', { ...phone, deviceScaleFactor: 0.5 });
  for (const demo of demos) {
    await choose(page, demo);
    const { wide, small, stage } = await page.evaluate(() => ({
      wide: Math.max(document.documentElement.scrollWidth, document.getElementById('controls').scrollWidth) - window.innerWidth,
      small: [...document.querySelectorAll('button, select, #controls .control')].filter((each) => each.checkVisibility())
        .filter((each) => each.getBoundingClientRect().height < 24).map(({ outerHTML }) => outerHTML.slice(0, 80)),
      stage: document.getElementById('stage').getBoundingClientRect().height / window.innerHeight,
    }));
    assert.ok(wide <= 0, `${demo}: ${wide} pixels too wide`);
    assert.deepEqual(small, [], demo);
    assert.ok(stage > 0.35, `${stage} of the height is the picture's`);
  }
  await page.locator('#fold').tap();
  assert.ok(await page.evaluate(() => document.getElementById('stage').getBoundingClientRect().height / window.innerHeight) > 0.6);
  await close();
});

test('the page\'s own switch changes light and dark', async () => {
  const { page, close } = await site.open('wasm', 'sheet', { ...coarse, colorScheme: 'light' });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.locator('#theme').click();
  assert.notEqual(await background(), light);
  await page.locator('#theme').click();
  assert.equal(await background(), light);
  await close();
});
