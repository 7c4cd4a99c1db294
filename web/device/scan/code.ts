/** What a scan yields is at most so long; longer text is no code of ours. */
const CODE_MAX = 255;

/**
 * The code that was read, as it is looked up: a label's square holds an address ("https://keys.example.com/k/7F3KQ2M9XA"), of which the
 * last part is the code. Null when it is none.
 */
export function codeOf(read: string): string | null {
  const text = read.trim();
  const [, token] = /^https?:\/\/[^/?#]+\/k\/([0-9A-Za-z]{6,40})\/?$/i.exec(text) ?? [];
  const code = token ?? text;
  return code !== '' && code.length <= CODE_MAX ? code : null;
}
