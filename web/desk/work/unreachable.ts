/** The desk's text while the server does not respond. */
export const UNREACHABLE = "Keyhold can't be reached";
export const UNREACHABLE_HINT = 'Trying again. What you scanned stays on the list.';
