import type { Plugin } from 'vite';
import type { Call } from '../../shared/contract/call.ts';

/** What the browser reads of an entry of the contract. */
type Kept = 'method' | 'path' | 'needs' | 'reads' | 'one' | 'changes';

/** What only the server needs: every other field, so that a new one does not compile until it is of one kind or the other. */
const SERVER_ONLY: Record<Exclude<keyof Call, Kept>, true> = {
  also: true,
  confirm: true,
  params: true,
  query: true,
  body: true,
  large: true,
  file: true,
  reply: true,
  status: true,
  mail: true,
  oneTimeSecret: true,
  noTokens: true,
  first: true,
  signsIn: true,
};
const METHODS = ['get', 'post', 'patch', 'remove'];

/**
 * Of the contract the browser receives what `Kept` names: without its schemas, and the imports that only they need, the first
 * page needs no zod, and a form's own schema comes with its dialog.
 */
export function browserContract(): Plugin {
  return {
    name: 'browser-contract',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!/\/shared\/[\w/-]+\.ts$/.test(id)) return null;
      const made = id.includes('/shared/contract/') ? withoutSchemas(code, this.parse(code)) : code;
      // A module of shared/ only says what things are: unused parts of it are left out.
      return { code: made, map: null, moduleSideEffects: false };
    },
  };
}

/** A node of a syntax tree, as far as it is read here. */
type Node = {
  type: string;
  start: number;
  end: number;
  name?: string;
  callee?: Node;
  arguments?: Node[];
  properties?: Node[];
  key?: Node;
  value?: unknown;
  specifiers?: Node[];
  local?: Node;
};

function withoutSchemas(code: string, tree: unknown): string {
  const cuts: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const { type, callee, arguments: given } = value as Node;
    if (type === 'CallExpression' && METHODS.includes(callee?.name ?? '')) {
      const properties = given?.[1]?.properties ?? [];
      // A kiosk reads by itself: its calls refresh no read.
      const isKiosk = properties.some(
        ({ key, value: of }) => key?.name === 'needs' && (of as Node | undefined)?.value === 'kiosk',
      );
      const isCut = (name: string) => name in SERVER_ONLY || (isKiosk && /^(reads|changes)$/.test(name));
      cuts.push(...properties.filter(({ key }) => isCut(key?.name ?? '')));
    }
    Object.values(value).forEach(visit);
  };
  visit(tree);
  const imports = (tree as { body: Node[] }).body.filter(({ type }) => type === 'ImportDeclaration');
  // A comment may name what only a schema needs.
  const rest = without(code, [...cuts, ...imports]).replace(/\/\*[\s\S]*?\*\//g, '');
  const isUsed = ({ local }: Node) => new RegExp(`\\b${local?.name}\\b`).test(rest);
  return without(code, [...cuts, ...imports.filter(({ specifiers = [] }) => !specifiers.some(isUsed))]);
}

const without = (code: string, cuts: Node[]): string =>
  cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code);
