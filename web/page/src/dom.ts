// The few things that are done with the page's elements everywhere.
export function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K, properties: Partial<HTMLElementTagNameMap[K]> = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Instead of the page: what cannot be, why, and what helps. */
export function fail(title: string, reason: string, advice: string): void {
  const place = byId('failure');
  place.replaceChildren(element('h1', {}, title), element('p', {}, reason), element('p', {}, advice));
  place.hidden = false;
}

export function press(id: string, pressed: boolean): void {
  byId(id).setAttribute('aria-pressed', String(pressed));
}
