import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A file as a data URL. */
export const dataUrl = (file: Buffer, type = 'image/jpeg'): string =>
  `data:${type};base64,${file.toString('base64')}`;

type Look = { width?: number; height?: number; format?: 'jpeg' | 'png' | 'webp' | 'gif'; red?: number };

/** A picture of one colour, as a file. */
export const picture = ({ width = 64, height = 48, format = 'png', red = 200 }: Look = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 120, b: 40 } } })
    .toFormat(format)
    .toBuffer();

/** A photo as a phone makes it: noise that does not compress unless it is faint, rotated, with camera and position in its EXIF. */
export const phonePhoto = (width: number, height: number, noise = 30): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: noise },
    },
  })
    .withExif({
      IFD0: { Make: 'KeyCam', Model: 'KEYCAM-9', Artist: 'Hannah Boyd' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '53/1 28/1 4877/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '2/1 14/1 3300/100',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 80 })
    .toBuffer();

/** A PNG of this size with few bytes: one bit a pixel, all blank. */
export function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** The smallest picture, as a data URL. */
export const DOT = dataUrl(bomb(1, 1), 'image/png');
