import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** The line at the head of every page on paper but the first. */
export const runningHead = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const rules = document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]);
    return rules.map(({ cssText }) => /@top-left \{ content: "(.*?)"/.exec(cssText)?.[1]).find(Boolean);
  });

/** A PDF page: its size in mm, and its paths (without text) as SVG, in points. */
type PaperPage = { width: number; height: number; drawn: string };

const POINT = 25.4 / 72;

/** Reads the paths of a PDF printed by Chromium, filled and stroked, with their clips, without a PDF renderer. */
export function pagesOf(pdf: Buffer): PaperPage[] {
  const text = pdf.toString('latin1');
  const objects = new Map(
    [...text.matchAll(/(?:^|\n)(\d+) 0 obj\r?\n?([\s\S]*?)endobj/g)].map(([, id = '', body = '']) => [
      id,
      body,
    ]),
  );
  const contents = (id: string): string => {
    const body = objects.get(id) ?? '';
    const begin = body.indexOf('stream') + 'stream'.length;
    const bytes = Buffer.from(
      body.slice(begin, body.lastIndexOf('endstream')).replace(/^\r?\n/, ''),
      'latin1',
    );
    return body.slice(0, begin).includes('FlateDecode')
      ? inflateSync(bytes).toString('latin1')
      : bytes.toString('latin1');
  };
  return [...objects.values()]
    .filter((body) => /\/Type\s*\/Page\b(?!s)/.test(body))
    .map((body) => {
      const [, box = ''] = /\/MediaBox\s*\[([^\]]*)\]/.exec(body) ?? [];
      const [, , width = 0, height = 0] = box.trim().split(/\s+/).map(Number);
      const [, drawn = ''] = /\/Contents\s+(\d+) 0 R/.exec(body) ?? [];
      const turned = `<g transform="matrix(1 0 0 -1 0 ${height})">${drawing(contents(drawn))}</g>`;
      return { width: width * POINT, height: height * POINT, drawn: turned };
    });
}

type Brush = { fill: string; stroke: string; line: number };

/** A content stream's paths as SVG, without text, pictures and transparency, which labels do not use. */
function drawing(stream: string): string {
  const out: string[] = [];
  const operands: number[] = [];
  const saved: { groups: number; brush: Brush }[] = [];
  let [groups, path, clips, clipping] = [0, '', 0, false];
  let brush: Brush = { fill: 'black', stroke: 'black', line: 1 };
  const color = () => `rgb(${operands.slice(-3).map((part) => Math.round(part * 255))})`;
  const open = (group: string) => {
    groups += 1;
    out.push(group);
  };
  const paint = (attributes: string) => {
    if (attributes) out.push(`<path d="${path}" ${attributes}/>`);
    if (clipping) {
      clips += 1;
      out.push(`<clipPath id="c${clips}-${out.length}"><path d="${path}"/></clipPath>`);
      open(`<g clip-path="url(#c${clips}-${out.length - 1})">`);
    }
    [path, clipping] = ['', false];
  };
  const act: Record<string, (...of: number[]) => void> = {
    q: () => saved.push({ groups, brush }),
    Q: () => {
      const last = saved.pop();
      while (last && groups > last.groups) {
        groups -= 1;
        out.push('</g>');
      }
      brush = last?.brush ?? brush;
    },
    cm: (...of) => open(`<g transform="matrix(${of.join(' ')})">`),
    m: (x, y) => (path += `M${x} ${y}`),
    l: (x, y) => (path += `L${x} ${y}`),
    c: (...of) => (path += `C${of.join(' ')}`),
    re: (x, y, w, h) => (path += `M${x} ${y}h${w}v${h}h${-(w ?? 0)}z`),
    h: () => (path += 'z'),
    rg: () => (brush = { ...brush, fill: color() }),
    RG: () => (brush = { ...brush, stroke: color() }),
    w: (line = 1) => (brush = { ...brush, line }),
    W: () => (clipping = true),
    'W*': () => (clipping = true),
    n: () => paint(''),
    f: () => paint(`fill="${brush.fill}"`),
    'f*': () => paint(`fill="${brush.fill}" fill-rule="evenodd"`),
    S: () => paint(`fill="none" stroke="${brush.stroke}" stroke-width="${brush.line}"`),
  };
  for (const token of stream.replace(/BT\b[\s\S]*?\bET\b/g, '').split(/\s+/)) {
    if (/^[-+]?[\d.]+$/.test(token)) operands.push(Number(token));
    else {
      act[token]?.(...operands);
      operands.length = 0;
    }
  }
  return out.join('') + '</g>'.repeat(groups);
}

/** A part of a page, in millimetres. */
type Part = { left: number; top: number; width: number; height: number };

/** A page, or a part of it, rendered at that many dots per inch. */
export function pictureOf(page: PaperPage, dpi: number, part?: Part): Promise<Buffer> {
  const { left, top, width, height } = part ?? { left: 0, top: 0, width: page.width, height: page.height };
  const dots = (mm: number) => Math.round((mm / 25.4) * dpi);
  const box = [left, top, width, height].map((mm) => mm / POINT).join(' ');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${dots(width)}" height="${dots(height)}" viewBox="${box}" preserveAspectRatio="none">${page.drawn}</svg>`;
  return sharp(Buffer.from(svg), { density: 72 }).flatten({ background: 'white' }).png().toBuffer();
}

/** Bounding box of dark pixels in a part of the page, in mm from the page's corner. */
export async function darkIn(page: PaperPage, part: Part): Promise<Part> {
  const dpi = 600;
  const picture = sharp(await pictureOf(page, dpi, part))
    .greyscale()
    .raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  let [x1, y1, x2, y2] = [info.width, info.height, 0, 0];
  for (let y = 0; y < info.height; y += 1)
    for (let x = 0; x < info.width; x += 1) {
      if ((data[(y * info.width + x) * info.channels] ?? 255) > 127) continue;
      [x1, y1, x2, y2] = [Math.min(x1, x), Math.min(y1, y), Math.max(x2, x + 1), Math.max(y2, y + 1)];
    }
  const mm = (dots: number) => (dots / dpi) * 25.4;
  return { left: part.left + mm(x1), top: part.top + mm(y1), width: mm(x2 - x1), height: mm(y2 - y1) };
}

let prepared = false;

/** The codes in a picture, read by the product's decoder. */
export async function codesIn(picture: Buffer): Promise<string[]> {
  if (!prepared) {
    const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
    const wasmBinary = (await readFile(path)).buffer as ArrayBuffer;
    prepareZXingModule({ overrides: { wasmBinary } });
    prepared = true;
  }
  const found = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'], maxNumberOfSymbols: 255 });
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}

/** A picture as a tilted phone sees it: blurred and rotated by `degrees`. */
export const askew = (picture: Buffer, degrees: number, blur: number): Promise<Buffer> =>
  sharp(picture).rotate(degrees, { background: 'white' }).blur(blur).png().toBuffer();
