/** What the library refuses: its message names the argument or file, the element and the reason. */
export class ToileError extends Error {
  override readonly name = 'ToileError';
}
