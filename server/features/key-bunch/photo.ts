import { photoAddress } from '../../../shared/key-bunch.ts';
import { PHOTO_HEAD, PHOTO_TEXTS } from '../../../shared/key-bunch-words.ts';
import { photos } from '../../database/schema/register.ts';
import { insert, row, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../refusal.ts';
import { openWorker } from '../../worker-process.ts';
import type { NewPhoto, PhotoFeature, Preparation } from '../feature.ts';
import { type Bunch, findBunch } from './key-bunch.ts';

/** Encodes an uploaded photo; null without one. */
export const preparePhoto: Preparation<'updateKeyBunch'> = ({ imageUrl }) =>
  imageUrl && PHOTO_HEAD.test(imageUrl.slice(0, 40)) ? () => drawPicture(imageUrl) : null;

/** The photo's change for the audit log: hashes of the bytes before and after. */
type PhotoChange = { description: string; details: { from: string | null; to: string | null } };

/**
 * Stores, replaces or removes the photo of a locked bunch. `imageUrl` as sent, `picture` its encoding. The bunch's own address changes
 * nothing, another address is 400. Null when nothing changed.
 */
export async function changePhoto(
  tx: Tx,
  bunch: Bunch,
  imageUrl: string | null | undefined,
  picture: NewPhoto | null,
): Promise<PhotoChange | null> {
  if (imageUrl === undefined || (!picture && imageUrl === bunch.imageUrl)) return null;
  if (imageUrl !== null && !picture)
    throw refuse(400, PHOTO_TEXTS.notImage, { errors: { imageUrl: PHOTO_TEXTS.notImage } });
  const before = await row(
    tx,
    sql<{ hash: string }>`delete from photos where key_bunch_id = ${bunch.id} returning hash`,
  );
  if (picture) await run(tx, insert(photos, { keyBunchId: bunch.id, ...picture }));
  const address = picture && photoAddress(bunch.id, picture.hash);
  await run(
    tx,
    sql`update key_bunches set image_url = ${address}, image_updated_at = ${picture && sql`clock()`} where id = ${bunch.id}`,
  );
  const description = !picture ? 'Photo removed' : before ? 'Photo replaced' : 'Photo added';
  return { description, details: { from: before?.hash ?? null, to: picture?.hash ?? null } };
}

/** The photo of a visible bunch. 404 for the address of a replaced photo. */
const getPhoto: PhotoFeature<'getPhoto'> = async ({ tx, params, query, has }) => {
  const photo = await row(
    tx,
    sql<{
      hash: string;
      mediaType: string;
    }>`select hash, media_type as "mediaType" from photos where key_bunch_id = ${params.id}`,
  );
  if (!photo) await findBunch(tx, params.id);
  if (!photo || (query.v !== undefined && !photo.hash.startsWith(query.v))) throw notFound('Photo not found');
  const lasting = query.v !== undefined;
  if (has(photo.hash)) return { ...photo, bytes: null, lasting };
  const stored = await row(
    tx,
    sql<{
      bytes: Buffer;
    }>`select bytes from photos where key_bunch_id = ${params.id} and hash = ${photo.hash}`,
  );
  if (!stored) throw notFound('Photo not found');
  return { ...photo, ...stored, lasting };
};

/** Longer than any accepted picture takes on a busy machine. */
const MOST_MS = 30_000;

const worker = openWorker<string, NewPhoto>({ program: 'features/key-bunch/encode', mostMs: MOST_MS });

/** Encodes a photo (encode.ts) from a data URL in a worker. Refuses as `makePicture` does. */
export async function drawPicture(dataUrl: string): Promise<NewPhoto> {
  const { bytes, ...rest } = await worker.run(dataUrl);
  return { ...rest, bytes: Buffer.from(bytes) };
}

export const keyBunchPhotoFeatures = { getPhoto };
