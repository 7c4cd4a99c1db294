/** What the desk says in place of being ready while the server does not answer. */
export const UNREACHABLE = "Keyhold can't be reached";
export const UNREACHABLE_HINT = 'Trying again. What you scanned stays on the list.';
