#!/usr/bin/env node
/**
 * Checks an export of Keyhold by itself: node verify-export.mjs DIR [--anchors FILE] [--key FILE] [--head CHAIN:NUMBER:HASH]
 * Plain Node 20 or later, no packages, no network. DIR is the ZIP or the folder it was unpacked to.
 *   --anchors  anchors that you keep elsewhere, instead of the anchors.jsonl of the export
 *   --key      the public key that you trust (its file, or its 32-digit fingerprint), instead of the export's own
 *   --head     a head that you have on paper, such as movements:120:9f2c11ab33de4455; may be given several times
 * Exits with 0 when everything fits, else with 1.
 *
 * An entry's hash is SHA-256 of the text behind "entry": in its line, which names the hash of the entry before. A line of anchors.jsonl
 * says what a chain ended with; it is signed with Ed25519 over the JSON array that `signedText` makes.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { createInflateRaw } from 'node:zlib';

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const fingerprint = (spki) => sha256(Buffer.from(spki, 'base64')).slice(0, 32);
const problems = [];
const wrong = (what) => void problems.push(what);

/** How to read a file of the folder or the ZIP as a stream, by its name. */
async function openExport(path) {
  if (statSync(path).isDirectory())
    return (name) => (existsSync(join(path, name)) ? createReadStream(join(path, name)) : null);
  const file = await open(path);
  const { size } = await file.stat();
  const tail = Buffer.alloc(Math.min(size, 65_557));
  await file.read(tail, 0, tail.length, size - tail.length);
  const end = tail.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (end < 0 || tail.readUInt32LE(end + 16) === 0xffffffff)
    throw new Error(`${path} is no ZIP that I can read: unpack it and name the folder`);
  const directory = Buffer.alloc(tail.readUInt32LE(end + 12));
  await file.read(directory, 0, directory.length, tail.readUInt32LE(end + 16));
  const places = new Map();
  for (let at = 0; at < directory.length; ) {
    const length = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + 46, at + 46 + length);
    const packed = directory.readUInt16LE(at + 10) !== 0;
    places.set(name, { packed, bytes: directory.readUInt32LE(at + 20), at: directory.readUInt32LE(at + 42) });
    at += 46 + length + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return async (name) => {
    const place = places.get(name);
    if (!place) return null;
    const head = Buffer.alloc(30);
    await file.read(head, 0, 30, place.at);
    const start = place.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
    if (place.bytes === 0) return Readable.from([]);
    const raw = createReadStream(path, { start, end: start + place.bytes - 1 });
    return place.packed ? raw.pipe(createInflateRaw()) : raw;
  };
}

/** Lines end with a line feed and nothing else: texts may hold every other sign that some take for an end. */
async function* linesOf(stream) {
  let rest = '';
  for await (const part of stream.setEncoding('utf8')) {
    const lines = (rest + part).split('\n');
    rest = lines.pop();
    yield* lines;
  }
  if (rest) yield rest;
}

const signedText = (l) =>
  JSON.stringify(
    l.publicKey === undefined
      ? ['keyhold head 1', l.n, l.prev, l.company, l.chain, l.seq, l.hash, l.at, l.key]
      : ['keyhold key 1', l.n, l.prev, l.publicKey, l.at, l.key, l.by],
  );

function isSignedBy(line, sig, spki) {
  const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(signedText(line)), key, Buffer.from(sig, 'base64'));
}

const parsed = (raw) => {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
};

/** The trusted keys and those that they announced, or that announced them: SPKI by fingerprint. */
async function keysIn(stream, trusted) {
  const spkis = new Map(trusted.spki ? [[trusted.fingerprint, trusted.spki]] : []);
  const pairs = [];
  for await (const raw of linesOf(stream)) {
    const line = parsed(raw);
    if (line?.publicKey === undefined || fingerprint(line.publicKey) !== line.key) continue;
    spkis.set(line.key, line.publicKey);
    const by = spkis.get(line.by);
    if (by && isSignedBy(line, line.own, line.publicKey) && isSignedBy(line, line.sig, by))
      pairs.push([line.by, line.key]);
  }
  const known = new Set([trusted.fingerprint]);
  for (const pair of [...pairs, ...pairs.toReversed()])
    if (pair.some((key) => known.has(key))) for (const key of pair) known.add(key);
  return new Map([...spkis].filter(([key]) => known.has(key)));
}

/** Reads the signed heads: by chain, a map of number to line. Lines of other companies and gaps are passed over. */
async function readAnchors(stream, keys, company) {
  const heads = { movements: new Map(), audit_log: new Map() };
  let before = null;
  let at = 0;
  for await (const raw of linesOf(stream)) {
    at += 1;
    const line = parsed(raw);
    if (!line) continue;
    if (before && line.n === before.n + 1 && line.prev !== before.hash)
      wrong(`Anchors, line ${at}: it does not follow the line before it. A line was changed.`);
    if (before && line.n <= before.n) wrong(`Anchors, line ${at}: the lines are not in their order.`);
    before = { n: line.n, hash: sha256(raw) };
    const spki = keys.get(line.publicKey === undefined ? line.key : line.by);
    if (!spki || !isSignedBy(line, line.sig, spki)) {
      wrong(
        `Anchors, line ${at}: it is not signed by the key you trust. It was changed, or the key is another.`,
      );
      break;
    }
    if (line.company === company) heads[line.chain]?.set(line.seq, line);
  }
  return heads;
}

/** The rows of a CSV file, read as it comes. */
async function* rowsOf(stream) {
  let [row, cell, quoted, closed] = [[], '', false, false];
  for await (const part of stream.setEncoding('utf8'))
    for (const sign of part) {
      if (quoted && sign !== '"') cell += sign;
      else if (sign === '"') {
        if (!quoted && closed) cell += '"';
        [quoted, closed] = [!quoted, quoted];
      } else if (sign === ',' || sign === '\n') {
        row.push(cell);
        [cell, closed] = ['', false];
        if (sign === '\n') {
          yield row;
          row = [];
        }
      }
    }
}

/** As Keyhold writes cells, so that no spreadsheet takes them for formulas. */
const inert = (cell) =>
  (/^[\s\ufeff\0]*[=+\-@\t\r\n\0＝＋－＠]/.test(cell) ? `'${cell}` : cell).replace(
    /([;\r\n][\s\ufeff\0]*)(?=[=+\-@＝＋－＠])/g,
    "$1'",
  );

/** The row of movements.csv that belongs to an entry; the time has its microseconds. */
function rowOf(e) {
  const [seq, identifier, from, to, action, oldTag, newTag] = [3, 7, 10, 12, 15, 16, 17].map((at) => e[at]);
  const [first, last, email, micros, notes, details] = e.slice(19, 25);
  const time = new Date(Math.floor(micros / 1000)).toISOString().slice(0, 20);
  const at = `${time}${String(micros % 1_000_000).padStart(6, '0')}Z`;
  const by = [first, last].filter(Boolean).join(' ');
  const cells = [
    seq,
    at,
    action,
    identifier,
    from,
    to,
    oldTag,
    newTag,
    by,
    email,
    notes,
    JSON.stringify(details),
  ];
  return cells.map((cell) => inert(String(cell ?? '')));
}

/** Recomputes a chain and holds it against the signed heads and the CSV file. Stops at the first entry that does not fit. */
async function checkChain(name, stream, heads, papers, rows) {
  const noun = name === 'movements' ? 'Movement' : 'Log entry';
  let [seq, last, signed] = [0, '', 0];
  const stop = (what) => wrong(`${noun} ${seq}: ${what}`);
  await rows?.next();
  for await (const raw of linesOf(stream)) {
    seq += 1;
    const hash = raw.slice(9, 73);
    const text = raw.slice(83, -1);
    if (!raw.startsWith('{"hash":"') || raw.slice(73, 83) !== '","entry":')
      return stop('the line cannot be read.');
    if (sha256(text) !== hash) return stop('it was changed: its hash is another.');
    const entry = JSON.parse(text);
    if (Number(entry[3]) !== seq) return stop(`it is missing: number ${entry[3]} stands in its place.`);
    if (entry[4] !== last) return stop('it does not follow the entry before it.');
    const head = heads.get(seq);
    if (head && head.hash !== hash)
      return stop(
        `the chain was rewritten here or before: Keyhold signed another hash at ${head.at}. Up to ${signed} it is as it was signed.`,
      );
    if (head) signed = seq;
    const paper = papers.find((one) => one.chain === name && one.seq === seq);
    if (paper && !hash.startsWith(paper.hash)) return stop('the hash is not the one on your paper.');
    if (paper) paper.found = true;
    if (rows) {
      const { value: row = [] } = await rows.next();
      if (JSON.stringify(row) !== JSON.stringify(rowOf(entry)))
        return stop('the row in movements.csv is not what the entry says.');
    }
    last = hash;
  }
  if (rows && !(await rows.next()).done)
    wrong(`movements.csv has rows behind number ${seq}, which is the last.`);
  const beyond = [...heads.values()].find((head) => head.seq > seq);
  if (beyond)
    wrong(`${noun} ${seq + 1} and later are missing: Keyhold signed number ${beyond.seq} at ${beyond.at}.`);
  if (seq > 0 && signed === 0 && !beyond)
    wrong(`${noun}s: none of them was signed, so a chain made anew cannot be told.`);
  const behind = seq - signed;
  const open_ = behind > 0 ? ` The last ${behind} were not signed yet when this was exported.` : '';
  console.log(
    `${name}: ${seq} entries, each follows the one before it; signed up to number ${signed}.${open_}`,
  );
  return seq;
}

/** The key that is trusted: its fingerprint, and the key itself where it was given. */
async function trustedKey(named, read) {
  const digits = named?.replace(/\s/g, '').toLowerCase() ?? '';
  if (/^[0-9a-f]{32}$/.test(digits)) return { fingerprint: digits };
  const pem = named ? readFileSync(named, 'utf8') : await textOf(await read('public-key.pem'));
  const spki = createPublicKey(pem).export({ format: 'der', type: 'spki' }).toString('base64');
  return { fingerprint: fingerprint(spki), spki };
}

const textOf = async (stream) => (await stream.setEncoding('utf8').toArray()).join('');

/** The company whose export it is: what its first entry says. */
async function companyIn(read) {
  for (const name of ['movements.jsonl', 'log.jsonl'])
    for await (const raw of linesOf(await read(name))) return parsed(raw)?.entry?.[2];
  return undefined;
}

/** A head from paper: CHAIN:NUMBER:HASH, where the beginning of the hash is enough. */
function paperOf(text) {
  const [chain, seq, hash = '-'] = text.toLowerCase().split(':');
  return { text, chain: chain === 'log' ? 'audit_log' : chain, seq: Number(seq), hash };
}

async function main() {
  const [text, many] = [{ type: 'string' }, { type: 'string', multiple: true }];
  const { values, positionals } = parseArgs({
    options: { anchors: text, key: text, head: many },
    allowPositionals: true,
  });
  if (positionals.length !== 1)
    throw new Error(
      'Usage: node verify-export.mjs DIR [--anchors FILE] [--key FILE] [--head CHAIN:NUMBER:HASH]',
    );
  const find = await openExport(positionals[0]);
  const read = async (name) => {
    const stream = await find(name);
    if (!stream) throw new Error(`There is no ${name} in the export.`);
    return stream;
  };
  const anchors = () => (values.anchors ? createReadStream(values.anchors) : read('anchors.jsonl'));
  const key = await trustedKey(values.key, read);
  console.log(
    values.key
      ? `Signatures are checked with your key ${key.fingerprint}.`
      : `Signatures are checked with the export's own key ${key.fingerprint}. Compare it with the fingerprint that you noted: an export that was forged as a whole has another.`,
  );
  const heads = await readAnchors(await anchors(), await keysIn(await anchors(), key), await companyIn(read));
  console.log(`Anchors: ${heads.movements.size + heads.audit_log.size} signed heads.`);
  const papers = (values.head ?? []).map(paperOf);
  const rows = rowsOf(await read('movements.csv'));
  await checkChain('movements', await read('movements.jsonl'), heads.movements, papers, rows);
  await checkChain('audit_log', await read('log.jsonl'), heads.audit_log, papers);
  for (const { text: paper, found } of papers)
    if (!found) wrong(`Your head ${paper} was not found in the export.`);
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  console.log(
    problems.length > 0
      ? 'This export does not fit.'
      : 'Everything fits: no entry was changed, removed or put in.',
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
