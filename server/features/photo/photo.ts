import { and, eq, sql } from 'drizzle-orm';
import { photoAddress } from '../../../shared/photo.ts';
import { PHOTO_HEAD, PHOTO_TEXTS } from '../../../shared/photo-words.ts';
import { keyBunches, photos } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../refusal.ts';
import { openWorker } from '../../worker-process.ts';
import type { PhotoFeature, Preparation } from '../feature.ts';
import { type Bunch, findBunch } from '../key-bunch/key-bunch.ts';
import type { NewPhoto } from './encode.ts';

/** Encodes an uploaded photo; null without one. */
export const preparePhoto: Preparation<'updateKeyBunch'> = ({ imageUrl }) =>
  imageUrl && PHOTO_HEAD.test(imageUrl.slice(0, 40)) ? () => drawPicture(imageUrl) : null;

/** The photo's change for the audit log: hashes of the bytes before and after. */
export type PhotoChange = { description: string; details: { from: string | null; to: string | null } };

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
  const [before] = await tx
    .delete(photos)
    .where(eq(photos.keyBunchId, bunch.id))
    .returning({ hash: photos.hash });
  if (picture) await tx.insert(photos).values({ keyBunchId: bunch.id, ...picture });
  await tx
    .update(keyBunches)
    .set({
      imageUrl: picture && photoAddress(bunch.id, picture.hash),
      imageUpdatedAt: picture && sql`clock()`,
    })
    .where(eq(keyBunches.id, bunch.id));
  const description = !picture ? 'Photo removed' : before ? 'Photo replaced' : 'Photo added';
  return { description, details: { from: before?.hash ?? null, to: picture?.hash ?? null } };
}

/** The photo of a visible bunch. 404 for the address of a replaced photo. */
const getPhoto: PhotoFeature<'getPhoto'> = async ({ tx, params, query, has }) => {
  const of = eq(photos.keyBunchId, params.id);
  const [photo] = await tx.select({ hash: photos.hash, mediaType: photos.mediaType }).from(photos).where(of);
  if (!photo) await findBunch(tx, params.id);
  if (!photo || (query.v !== undefined && !photo.hash.startsWith(query.v))) throw notFound('Photo not found');
  const lasting = query.v !== undefined;
  if (has(photo.hash)) return { ...photo, bytes: null, lasting };
  const [stored] = await tx
    .select({ bytes: photos.bytes })
    .from(photos)
    .where(and(of, eq(photos.hash, photo.hash)));
  if (!stored) throw notFound('Photo not found');
  return { ...photo, ...stored, lasting };
};

/** Longer than any accepted picture takes on a busy machine. */
const MOST_MS = 30_000;

const worker = openWorker<string, NewPhoto>({ program: 'features/photo/draw', mostMs: MOST_MS });

/** Encodes a photo (encode.ts) from a data URL in a worker. Refuses as `makePicture` does. */
export async function drawPicture(dataUrl: string): Promise<NewPhoto> {
  const { bytes, ...rest } = await worker.run(dataUrl);
  return { ...rest, bytes: Buffer.from(bytes) };
}

export const keyBunchPhotoFeatures = { getPhoto };
