#!/usr/bin/env node
/**
 * Checks an export of Keyhold by itself. Unpack the ZIP, then:
 *   node verify-export.mjs FOLDER [--key FINGERPRINT] [--anchors FILE] [--head CHAIN:NUMBER:HASH]
 * Plain Node 20 or later, no packages, no network. Exits with 0 when everything that was signed fits, else with 1.
 *   --key      the 32 digits of the key that you noted, instead of the export's own
 *   --anchors  signed heads that you keep elsewhere, instead of the anchors.jsonl of the export
 *   --head     a head that you have on paper, such as movements:120:9f2c11ab33de4455; may be given several times
 *
 * movements.jsonl and log.jsonl have a line for each entry: {"hash":"…","entry":[…]}. The hash is SHA-256 of the text behind "entry":, in
 * which the second number is the entry's own and the text behind it the hash of the entry before. A line of anchors.jsonl says with what
 * number and hash a chain ended at that time, and is signed with Ed25519.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const CHAINS = { movements: ['movements.jsonl', 'Movement'], audit_log: ['log.jsonl', 'Log entry'] };
const SPKI = { format: 'der', type: 'spki' };
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const fingerprint = (der) => sha256(der).slice(0, 32);
const fail = (what) => {
  console.log(`WRONG: ${what}\nThis export does not fit.`);
  process.exit(1);
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

/** The lines of anchors; one that a crash broke off says nothing. */
async function* anchorsIn(file) {
  for await (const raw of linesOf(file)) if (raw.endsWith('}')) yield JSON.parse(raw);
}

/** What is signed of a line: a head, or a new key, which the key before it announces. */
const signedText = (l) =>
  JSON.stringify(
    l.publicKey === undefined
      ? ['keyhold head 1', l.n, l.prev, l.company, l.chain, l.seq, l.hash, l.at, l.key]
      : ['keyhold key 1', l.n, l.prev, l.publicKey, l.at, l.key, l.by],
  );
const isSigned = (line, signature, key) =>
  key !== undefined && verify(null, Buffer.from(signedText(line)), key, Buffer.from(signature, 'base64'));

/** The trusted key, and those that it announced or that announced it, by fingerprint: an announcement is signed by both. */
async function keysIn(file, trusted) {
  const [keys, pairs, known] = [new Map(), [], new Set([trusted])];
  for await (const line of anchorsIn(file)) {
    if (line.publicKey === undefined) continue;
    const der = Buffer.from(line.publicKey, 'base64');
    if (fingerprint(der) !== line.key) continue;
    keys.set(line.key, createPublicKey({ key: der, ...SPKI }));
    if (isSigned(line, line.own, keys.get(line.key)) && isSigned(line, line.sig, keys.get(line.by)))
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
    if (!isSigned(line, line.sig, key))
      fail(`Anchors, line ${line.n}: not signed by the key you trust: changed, or the key is another.`);
    if (line.company === company) heads[line.chain]?.set(line.seq, line);
  }
  return heads;
}

/** Recomputes a chain and holds it against signed heads and those on paper. */
async function checkChain(chain, folder, heads, papers) {
  const [file, noun] = CHAINS[chain];
  let [seq, last, signed] = [0, '', 0];
  const check = (fits, otherwise) => fits || fail(`${noun} ${seq}: ${otherwise}`);
  for await (const raw of linesOf(join(folder, file))) {
    seq += 1;
    const [, hash, text] = /^\{"hash":"([0-9a-f]{64})","entry":(.*)\}$/s.exec(raw) ?? [];
    check(hash, 'the line cannot be read.');
    check(sha256(text) === hash, 'it was changed: its hash is another.');
    const [, , , number, before] = JSON.parse(text);
    check(Number(number) === seq, `it is missing: number ${number} stands in its place.`);
    check(before === last, 'it does not follow the entry before it.');
    const head = heads.get(seq);
    const rewritten = `the chain was rewritten after number ${signed}: another hash was signed at ${head?.at}.`;
    check(!head || head.hash === hash, rewritten);
    if (head) signed = seq;
    const paper = papers.find((one) => one.chain === chain && one.seq === seq);
    check(!paper || hash.startsWith(paper.hash), 'the hash is not the one on your paper.');
    if (paper) paper.found = true;
    last = hash;
  }
  const beyond = [...heads.keys()].find((signedSeq) => signedSeq > seq);
  if (beyond) fail(`${noun} ${seq + 1} and later are missing: number ${beyond} was signed.`);
  if (seq > signed && signed === 0) fail(`${noun}s: none was signed, so a chain made anew cannot be told.`);
  console.log(`${chain}: ${seq} entries, each follows the one before it; signed up to number ${signed}.`);
  if (seq > signed)
    console.log(`${noun}s after number ${signed} were not signed: anybody could have written them.`);
}

/** The company whose export it is: what its first entry says. */
async function companyIn(folder) {
  for (const [file] of Object.values(CHAINS))
    for await (const raw of linesOf(join(folder, file))) return JSON.parse(raw).entry[2];
}

/** A head from paper, where the beginning of the hash is enough. */
function paperOf(text) {
  const [chain, seq, hash = '-'] = text.toLowerCase().split(':');
  return { text, chain: chain === 'log' ? 'audit_log' : chain, seq: Number(seq), hash };
}

const text = { type: 'string' };
const options = { key: text, anchors: text, head: { ...text, multiple: true, default: [] } };
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const [folder] = positionals;
if (!folder || !statSync(folder).isDirectory()) fail('name the folder that the ZIP was unpacked to.');
const own = createPublicKey(readFileSync(join(folder, 'public-key.pem')));
const trusted = values.key?.replace(/\s/g, '').toLowerCase() ?? fingerprint(own.export(SPKI));
console.log(`Signatures are checked with ${values.key ? 'your' : "the export's own"} key ${trusted}.`);
if (!values.key) console.log('Compare it with the one you noted: an export that was forged has another.');
const anchors = values.anchors ?? join(folder, 'anchors.jsonl');
const company = await companyIn(folder);
if (company === undefined) fail('there are no entries in it.');
const heads = await headsIn(anchors, await keysIn(anchors, trusted), company);
const papers = values.head.map(paperOf);
for (const chain of Object.keys(CHAINS)) await checkChain(chain, folder, heads[chain], papers);
for (const paper of papers) if (!paper.found) fail(`Your head ${paper.text} was not found in the export.`);
console.log('Everything that was signed fits: of that, no entry was changed, removed or put in.');
