import type { ParsedParams, ParsedQuery } from '../../../shared/api.ts';
import type { Anchors } from '../../anchor/anchors.ts';
import type { Member } from '../../database/transactions.ts';
import type { ZipEntry } from '../../download.ts';
import type { CompanyCallName, Feature, Read, ZipName } from '../feature.ts';

/** A call of a company that reads or writes the anchors, which are outside the database. */
export type AnchorFeature<N extends CompanyCallName> = (
  call: Parameters<Feature<N>>[0] & { anchors: Anchors },
) => ReturnType<Feature<N>>;

/** A call that streams a ZIP, in as many transactions as needed; each file is read after the one before was sent. */
export type ZipFeature<N extends ZipName> = (call: {
  params: ParsedParams<N>;
  query: ParsedQuery<N>;
  me: Member;
  read: Read;
  anchors: Anchors;
}) => Promise<{ fileName: string; entries: AsyncIterable<ZipEntry> }>;
