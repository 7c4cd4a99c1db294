/** A text with the matched part in blue. */
export function Matched({ text, q }: { text: string; q: string }) {
  const at = q ? text.toLowerCase().indexOf(q.toLowerCase()) : -1;
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <span className="font-semibold text-link">{text.slice(at, at + q.length)}</span>
      {text.slice(at + q.length)}
    </>
  );
}
