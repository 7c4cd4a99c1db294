const NEEDED = [20, 19];

/** Ends the process when this Node is older than Keyhold needs. */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  console.error(
    `Keyhold needs Node ${NEEDED.join('.')} or newer; this is Node ${process.versions.node}.\n` +
      'Install a current one from https://nodejs.org and try again.',
  );
  process.exit(1);
}
