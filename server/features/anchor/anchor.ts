import type { HistoryCheck } from '../../../shared/anchor.ts';
import type { ParsedParams, ParsedQuery } from '../../../shared/api.ts';
import { fullName } from '../../../shared/user-name.ts';
import type { Anchors } from '../../anchor/anchors.ts';
import { proofOf } from '../../anchor/folder.ts';
import { type Chain, checkChains } from '../../database/history-chain.ts';
import { historyChecks } from '../../database/schema/history.ts';
import { columns, insert, row, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Member } from '../../database/transactions.ts';
import type { ZipEntry } from '../../download.ts';
import { refuse } from '../../refusal.ts';
import { stampsOf } from '../company/company.ts';
import type { CompanyCallName, Feature, Read, ZipName } from '../feature.ts';
import { checkSeals } from '../former-register/archive.ts';

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

type Row = RowOf<typeof historyChecks>;

/** Recomputes both chains of the company and stores the result. */
const verifyHistory: Feature<'verifyHistory'> = async ({ tx, me }) => {
  const chains = await checkChains(tx);
  if (!me.locations) await checkSeals(tx);
  const entriesOf = (name: Chain['chain']) => chains.find(({ chain }) => chain === name)?.entries ?? 0;
  const broken = chains.find(({ brokenAt }) => brokenAt !== null);
  const about = {
    checkedByName: fullName(me),
    movements: entriesOf('movement'),
    logEntries: entriesOf('log'),
    ...(broken && { brokenChain: broken.chain, brokenAt: broken.brokenAt, reason: broken.reason }),
  };
  const check = await row(tx, sql<Row>`${insert(historyChecks, about)} returning ${columns(historyChecks)}`);
  if (!check) throw new Error('The database returned no new check');
  return checkOf(check);
};

const getHistoryCheck: Feature<'getHistoryCheck'> = async ({ tx }) => {
  const check = await row(
    tx,
    sql<Row>`select ${columns(historyChecks)} from history_checks order by id desc limit 1`,
  );
  return { last: check ? checkOf(check) : null };
};

const checkOf = (row: Row): HistoryCheck => ({
  id: row.id,
  checkedAt: row.checkedAt,
  checkedBy: row.checkedByName,
  isWhole: row.brokenChain === null,
  entries: row.movements + row.logEntries,
  movements: row.movements,
  logEntries: row.logEntries,
  firstMisfit:
    row.brokenChain === null
      ? null
      : { chain: row.brokenChain, entry: row.brokenAt ?? 0, reason: row.reason ?? '' },
});

export const historyCheckFeatures = { verifyHistory, getHistoryCheck };

const getAnchor: AnchorFeature<'getAnchor'> = ({ anchors, me }) => anchors.stateOf(me.companyId);

/** The ends of the history, for paper. Anchored for every caller, shown to those with all locations. */
const anchorHistory: AnchorFeature<'anchorHistory'> = async ({ anchors, tx, me }) => {
  const anchor = await anchors.write(await anchors.look(tx, me.companyId));
  return { anchor: me.locations ? null : anchor };
};

/** Every anchor of the company by this server, with what is needed to check an export. */
const exportAnchors: ZipFeature<'exportAnchors'> = async ({ anchors, me, read }) => {
  const { key } = await anchors.stateOf(me.companyId);
  if (!key) throw refuse(503, 'The anchors cannot be read right now', { code: 'unavailable' });
  const { day } = await stampsOf(read);
  const entries = proofOf(await anchors.linesOf(me.companyId), key.publicKey);
  return { fileName: `keyhold-anchors-${day(new Date())}.zip`, entries };
};

export const anchorFeatures = { getAnchor, anchorHistory };
export const anchorExportFeatures = { exportAnchors };
