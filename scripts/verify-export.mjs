#!/usr/bin/env node
/**
 * Checks an export of Keyhold by itself. Unpack the ZIP into a folder of its own, then:
 *   node verify-export.mjs FOLDER --key FINGERPRINT [--anchors FILE] [--head CHAIN:NUMBER:HASH]
 * Plain Node 20 or later, no packages, no network. Exits with 0 when every file is as it was signed, else with 1.
 *   --key      the 32 digits of your server's key, from Settings or a printed list. Without it the export is checked with the key inside
 *              it, and a forger can put their own key there.
 *   --anchors  signed heads that you keep elsewhere, instead of the anchors.jsonl of the export
 *   --head     a head that you have on paper, such as movements:120:9f2c11ab33de4455; may be given several times
 * Take this program from a copy of Keyhold that you trust: whoever forges an export can change the copy inside it too.
 *
 * statement.json is {"statement":{…},"signature":"…"}: the signature (Ed25519) is of the text behind "statement":. It names every other file
 * with its SHA-256, length and number of rows, and both chains with the number of the first and last entry and the hash of the last.
 * movements.jsonl and log.jsonl have a line for each entry: {"hash":"…","entry":[…]}. The hash is SHA-256 of the text behind "entry":, in
 * which the second word is the chain's, the fourth number the entry's own and the text behind it the hash of the entry before. A line of
 * anchors.jsonl says with what number and hash a chain ended at an earlier time, and is signed with Ed25519. A folder of former/ holds what a
 * former company's server signed, with its own statement and key: the files that are there have the content that was signed then.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const STATEMENT = 'statement.json';
const CHAINS = { movements: ['Movement', 'movement'], audit_log: ['Log entry', 'log'] };
const SPKI = { format: 'der', type: 'spki' };
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const fingerprint = (der) => sha256(der).slice(0, 32);
const fail = (what) => {
  console.log(`WRONG: ${what}\nThis export does not fit.`);
  process.exit(1);
};
const isSignedBy = (key, text, signature) => {
  const bytes = Buffer.from(String(signature), 'base64');
  return (
    key !== undefined && bytes.toString('base64') === signature && verify(null, Buffer.from(text), key, bytes)
  );
};

/** Lines end with a line feed and nothing else: texts may hold every other sign that some take for an end. */
async function* linesOf(file) {
  let rest = '';
  for await (const part of createReadStream(file, 'utf8')) {
    const lines = (rest + part).split('\n');
    rest = lines.pop();
    yield* lines;
  }
  if (rest) yield rest;
}

/** What is signed of a line of anchors: a head, or a new key, which the key before it announces. */
const signedText = (l) =>
  JSON.stringify(
    l.publicKey === undefined
      ? ['keyhold head 1', l.n, l.prev, l.company, l.chain, l.seq, l.hash, l.at, l.key]
      : ['keyhold key 1', l.n, l.prev, l.publicKey, l.at, l.key, l.by],
  );

async function* anchorsIn(file) {
  let at = 0;
  for await (const raw of linesOf(file)) {
    at += 1;
    try {
      yield JSON.parse(raw);
    } catch {
      fail(`Anchors (${file}), line ${at}: it cannot be read.`);
    }
  }
}

/** The trusted key, and those that it announced or that announced it, by fingerprint: an announcement is signed by both. */
async function keysIn(file, trusted, own) {
  const [keys, pairs, known] = [new Map(own), [], new Set([trusted])];
  for await (const line of anchorsIn(file)) {
    if (line.publicKey === undefined) continue;
    const der = Buffer.from(line.publicKey, 'base64');
    if (fingerprint(der) !== line.key) continue;
    keys.set(line.key, createPublicKey({ key: der, ...SPKI }));
    const text = signedText(line);
    if (isSignedBy(keys.get(line.key), text, line.own) && isSignedBy(keys.get(line.by), text, line.sig))
      pairs.push([line.by, line.key]);
  }
  for (const pair of [...pairs, ...pairs.toReversed()])
    if (pair.some((key) => known.has(key))) for (const key of pair) known.add(key);
  return new Map([...keys].filter(([key]) => known.has(key)));
}

/** The signed heads of a company: by chain, a map of number to line. */
async function headsIn(file, keys, company) {
  const heads = { movements: new Map(), audit_log: new Map() };
  for await (const line of anchorsIn(file)) {
    const key = keys.get(line.publicKey === undefined ? line.key : line.by);
    if (!isSignedBy(key, signedText(line), line.sig))
      fail(
        `Anchors (${file}), line ${line.n}: not signed by the key you trust: changed, or the key is another.`,
      );
    if (line.company === company) heads[line.chain]?.set(line.seq, line);
  }
  return heads;
}

function readKey(file) {
  try {
    return createPublicKey(readFileSync(file));
  } catch {
    fail(`${file} is missing, or is no key.`);
  }
}

/** The statement, once it is known to be signed by one of the keys. */
function readStatement(folder, keys, name = STATEMENT) {
  const path = join(folder, name);
  if (!existsSync(path)) fail(`${name} is missing: nothing says what this export holds.`);
  const [, text, signature] =
    /^\{"statement":(\{.*\}),"signature":"([^"]*)"\}\n$/s.exec(readFileSync(path, 'utf8')) ?? [];
  if (!text) fail(`${name} cannot be read.`);
  const signer = [...keys].find(([, key]) => isSignedBy(key, text, signature));
  if (!signer) fail(`${name} is not signed by the key you trust: it was changed, or the key is another.`);
  const statement = JSON.parse(text);
  if (statement.format !== 'keyhold export 1')
    fail(`${name} is of a format that this program does not know.`);
  return { ...statement, signer: signer[0] };
}

/** That the folder holds the stated files and no other. */
function checkNames(folder, files) {
  const stated = new Set([...files.map(({ name }) => name), STATEMENT]);
  const there = readdirSync(folder, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !statSync(join(folder, name)).isDirectory());
  for (const name of stated)
    if (!there.includes(name)) fail(`${name} is missing: it was exported and signed.`);
  for (const name of there)
    if (!stated.has(name)) fail(`${name} was put in: the statement does not name it.`);
}

/** Recomputes a chain and holds it against the statement, signed heads and those on paper. */
async function checkChain(chain, folder, { company, chains }, heads, papers) {
  const [noun, word] = CHAINS[chain];
  const { file, first, last, head } = chains[chain];
  let [seq, before, fitted] = [0, '', 0];
  const check = (fits, otherwise) => fits || fail(`${file}, ${noun} ${seq}: ${otherwise}`);
  for await (const raw of linesOf(join(folder, file))) {
    seq += 1;
    const [, hash, text] = /^\{"hash":"([0-9a-f]{64})","entry":(\[.*\])\}$/s.exec(raw) ?? [];
    check(hash, 'the line cannot be read.');
    check(sha256(text) === hash, 'it was changed: its hash is another.');
    const [, kind, of, number, previous] = JSON.parse(text);
    check(kind === word && of === company, 'it is of another chain or company.');
    check(Number(number) === seq, `it is missing: number ${number} is in its place.`);
    check(previous === before, 'it does not follow the entry before it.');
    check(seq <= last, `it was added: the chain was signed up to number ${last}.`);
    const signed = heads.get(seq);
    check(
      !signed || signed.hash === hash,
      `the chain was rewritten after number ${fitted}: another hash was signed at ${signed?.at}.`,
    );
    if (signed) fitted = seq;
    for (const paper of papers.filter((one) => one.chain === chain && one.seq === seq)) {
      check(hash.startsWith(paper.hash), 'the hash is not the one on your paper.');
      paper.found = true;
    }
    before = hash;
  }
  if (seq < last || first !== Math.min(1, last))
    fail(`${file}: ${noun} ${seq + 1} and later are missing: ${last} were signed.`);
  if (before !== head) fail(`${file}: the chain was rewritten: another hash was signed for its last entry.`);
  const beyond = [...heads.keys()].find((number) => number > seq);
  if (beyond) fail(`${file}: ${noun} ${seq + 1} and later are missing: number ${beyond} was signed before.`);
  console.log(
    `${chain}: ${seq} entries, each follows the one before it. The last is ${chain}:${seq}:${head}`,
  );
}

/** That a file has the bytes that were signed. Rows of a CSV file end outside quotes; its heading is none of them. */
async function checkFile(folder, { name, bytes, rows, sha256: signed }, path = name) {
  const hash = createHash('sha256');
  let [length, quoted, ends] = [0, false, 0];
  for await (const part of createReadStream(join(folder, name))) {
    hash.update(part);
    length += part.length;
    if (rows === null) continue;
    for (const byte of part) {
      if (byte === 0x22 && name.endsWith('.csv')) quoted = !quoted;
      if (byte === 0x0a && !quoted) ends += 1;
    }
  }
  if (hash.digest('hex') === signed && length === bytes) return;
  const found = name.endsWith('.csv') ? ends - 1 : ends;
  const counted = rows !== null && found !== rows ? ` It has ${found} rows, signed were ${rows}.` : '';
  fail(`${path} was changed: its content is not what was signed.${counted}`);
}

/** That the files of a former register are as its server signed them. All that its folder holds is stated there, but for what joins it to today. */
async function checkFormer(folder, name, files) {
  const key = readKey(join(folder, name, 'public-key.pem'));
  const fingerprinted = fingerprint(key.export(SPKI));
  const former = readStatement(folder, new Map([[fingerprinted, key]]), `${name}/${STATEMENT}`);
  const own = ['index.jsonl', 'public-key.pem', STATEMENT];
  for (const { name: path } of files) {
    const file = path.startsWith(`${name}/`) ? path.slice(name.length + 1) : null;
    if (file === null || own.includes(file)) continue;
    const signed = former.files.find((one) => one.name === file);
    if (!signed) fail(`${path} was put in: the statement of its register does not name it.`);
    await checkFile(join(folder, name), signed, path);
  }
  console.log(
    `${name}: the register of ${former.name}, taken at ${former.at}, as the key ${fingerprinted} signed it.`,
  );
}

/** A head from paper, where the beginning of the hash is enough. */
function paperOf(text) {
  const [chain, seq, hash = '-'] = text.toLowerCase().split(':');
  return { text, chain: chain === 'log' ? 'audit_log' : chain, seq: Number(seq), hash: hash || '-' };
}

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch {
    console.log(
      'Use: node verify-export.mjs FOLDER --key FINGERPRINT [--anchors FILE] [--head CHAIN:NUMBER:HASH]',
    );
    return process.exit(1);
  }
}

const text = { type: 'string' };
const options = { key: text, anchors: text, head: { ...text, multiple: true, default: [] } };
const { values, positionals } = readArguments();
const [folder] = positionals;
if (!folder || !existsSync(folder) || !statSync(folder).isDirectory())
  fail('name the folder that the ZIP was unpacked to.');
const own = readKey(join(folder, 'public-key.pem'));
const ownName = fingerprint(own.export(SPKI));
const trusted = values.key?.replace(/\s/g, '').toLowerCase() ?? ownName;
console.log(`Signatures are checked with ${values.key ? 'your' : "the export's own"} key ${trusted}.`);
const anchors = values.anchors ?? join(folder, 'anchors.jsonl');
if (!existsSync(anchors)) fail(`${anchors} is missing.`);
const keys = await keysIn(anchors, trusted, [[ownName, own]]);
const statement = readStatement(folder, keys);
console.log(`Company ${statement.company}, taken at ${statement.at}, signed by the key ${statement.signer}.`);
checkNames(folder, statement.files);
const heads = await headsIn(anchors, keys, statement.company);
const papers = values.head.map(paperOf);
for (const chain of Object.keys(CHAINS)) await checkChain(chain, folder, statement, heads[chain], papers);
for (const file of statement.files) await checkFile(folder, file);
const registers = statement.files.map(({ name }) => /^(former\/\d+)\/statement\.json$/.exec(name)?.[1]);
for (const name of registers) if (name) await checkFormer(folder, name, statement.files);
for (const paper of papers) if (!paper.found) fail(`Your head ${paper.text} was not found in the export.`);
console.log(`Everything fits: ${statement.files.length} files are as they were signed.`);
if (!values.key)
  console.log(
    `But only the export itself says that ${trusted} is your server's key. Check again with --key and the fingerprint you noted.`,
  );
