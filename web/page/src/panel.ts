// The controls of a demo as form elements.
import { element } from './dom.ts';
import type { ChoiceControl, Control, RangeControl, Settings, SwitchControl } from './demo.ts';

export interface PanelHost {
  changed(control: Control): void;
}

function shownValue(control: RangeControl, value: number): string {
  const number = control.logarithmic === true ? (10 ** value).toExponential(0).replace('e', ' · 10^') : String(value);
  const superscript = number.replace(/\^([+-]?\d+)/, (_, power: string) =>
    [...power.replace('+', '')].map((c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)]!)).join(''));
  return control.unit === '' ? superscript : `${superscript} ${control.unit}`;
}

function range(control: RangeControl, settings: Settings, host: PanelHost): HTMLElement {
  const id = `control-${control.key}`;
  const value = settings[control.key] as number;
  const output = element('output', { htmlFor: id as never }, shownValue(control, value));
  const input = element('input', { type: 'range', id, title: control.hint ?? '' });
  Object.assign(input, { min: String(control.minimum), max: String(control.maximum), step: String(control.step) });
  input.value = String(value);
  input.setAttribute('aria-valuetext', shownValue(control, value));
  input.addEventListener('input', () => {
    settings[control.key] = input.valueAsNumber;
    output.textContent = shownValue(control, input.valueAsNumber);
    input.setAttribute('aria-valuetext', output.textContent);
    if (control.rebuilds !== true) host.changed(control);
  });
  // Building anew waits until the slider is let go.
  if (control.rebuilds === true) input.addEventListener('change', () => host.changed(control));
  return element('div', { className: 'control' }, element('label', { htmlFor: id }, control.label), output, input);
}

function choice(control: ChoiceControl, settings: Settings, host: PanelHost): HTMLElement {
  const id = `control-${control.key}`;
  const select = element('select', { id }, ...control.options.map(({ value, label }) => element('option', { value }, label)));
  select.value = settings[control.key] as string;
  select.addEventListener('change', () => {
    settings[control.key] = select.value;
    host.changed(control);
  });
  return element('div', { className: 'control' }, element('label', { htmlFor: id }, control.label), select);
}

function toggle(control: SwitchControl, settings: Settings, host: PanelHost): HTMLElement {
  const id = `control-${control.key}`;
  const input = element('input', { type: 'checkbox', id, checked: settings[control.key] as boolean });
  input.addEventListener('change', () => {
    settings[control.key] = input.checked;
    host.changed(control);
  });
  return element('div', { className: 'control switch' }, input, element('label', { htmlFor: id }, control.label));
}

/** Fills `place` with the controls; what the visitor sets goes to `settings`. */
export function fillPanel(place: HTMLElement, controls: readonly Control[], settings: Settings, host: PanelHost): void {
  place.replaceChildren(
    ...controls.map((control) => {
      if (control.type === 'range') return range(control, settings, host);
      return control.type === 'choice' ? choice(control, settings, host) : toggle(control, settings, host);
    }),
  );
}
