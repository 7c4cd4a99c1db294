import type { PreCompanyCallName } from '../../shared/api.ts';
import { changesSince } from '../live/changes.ts';
import {
  anchorExportFeatures,
  anchorFeatures,
  historyCheckFeatures,
  type ZipFeature,
} from './anchor/anchor.ts';
import { approvalDecideFeatures } from './approval/decide.ts';
import { approvalNoticeFeatures } from './approval/notices.ts';
import { approvalReadFeatures } from './approval/read.ts';
import { auditFeatures } from './audit/audit.ts';
import { auditCompleteFeatures } from './audit/complete.ts';
import { auditMemberFeatures } from './audit/members.ts';
import { auditReadingFeatures } from './audit/readings.ts';
import { auditScanFeatures } from './audit/scan.ts';
import { auditStartFeatures } from './audit/start.ts';
import { auditUndoFeatures } from './audit/undo.ts';
import { auditVerificationFeatures } from './audit/verification.ts';
import { apiTokenFeatures } from './auth/api-token.ts';
import { authFeatures, sessionFeatures } from './auth/auth.ts';
import { confirmationFeatures } from './auth/confirmation.ts';
import { factorFeatures } from './auth/factor.ts';
import { passwordFeatures } from './auth/password.ts';
import { secondStepFeatures } from './auth/second-step.ts';
import { keyBunchBulkMoveFeatures } from './bulk-move/bulk-move.ts';
import { activityExportFeatures, activityFeatures } from './company/activity.ts';
import { companyEditFeatures, companyFeatures } from './company/company.ts';
import { approvalAskFeatures } from './custody/ask.ts';
import { codeFeatures } from './custody/code.ts';
import { handoverFeatures } from './custody/handover.ts';
import { handoverRequestFeatures } from './custody/handover-request.ts';
import { issueFeatures } from './custody/issue.ts';
import { mineFeatures } from './custody/mine.ts';
import { outFeatures } from './custody/out.ts';
import { outExportFeatures } from './custody/out-export.ts';
import { receiptFeatures } from './custody/receipt.ts';
import { returnFeatures } from './custody/return.ts';
import { undoFeatures } from './custody/undo.ts';
import { dashboardFeatures, firstStepsFeatures } from './dashboard/dashboard.ts';
import { exportFeatures } from './export/export.ts';
import type {
  CompanyCallName,
  Feature,
  FileFeature,
  FileName,
  PhotoFeature,
  PhotoName,
  Preparation,
  Prepared,
  StreamFeature,
  StreamName,
  ZipName,
} from './feature.ts';
import { formerRegisterFeatures } from './former-register/history.ts';
import { registerImportFeatures } from './former-register/import.ts';
import type { OpenedExport } from './former-register/opened-export.ts';
import { auditLogFeatures } from './history/log.ts';
import { holderFeatures } from './holder/holder.ts';
import { holderEditFeatures } from './holder/record.ts';
import { importFeatures, importProgressFeatures } from './import/import.ts';
import { importRunExportFeatures, importRunFeatures } from './import/runs.ts';
import { importUndoFeatures } from './import/undo-import.ts';
import { keyBunchCheckFeatures } from './key-bunch/check.ts';
import { keyBunchCreateFeatures } from './key-bunch/create.ts';
import { keyBunchDeleteFeatures } from './key-bunch/delete.ts';
import { keyBunchEditFeatures } from './key-bunch/edit.ts';
import { keyBunchLinkFeatures } from './key-bunch/link.ts';
import { keyBunchListFeatures } from './key-bunch/list.ts';
import { keyBunchPhotoFeatures, preparePhoto } from './key-bunch/photo.ts';
import { acknowledgeFeatures } from './kiosk/acknowledge.ts';
import { approvalKioskFeatures } from './kiosk/approval.ts';
import { kioskTurnFeatures } from './kiosk/begin.ts';
import { bindFeatures } from './kiosk/bind.ts';
import { kioskFeatures } from './kiosk/kiosk.ts';
import { kioskNumberFeatures } from './kiosk/number.ts';
import { kioskReturnFeatures } from './kiosk/return.ts';
import { kioskSetFeatures } from './kiosk/sets.ts';
import { finderFeatures, foundNoticeFeatures } from './label/finder.ts';
import { labelFeatures } from './label/label.ts';
import { locationFeatures } from './location/location.ts';
import { locationReportExportFeatures, locationReportFeatures } from './location-report/location-report.ts';
import { registerSheetFeatures } from './location-report/register-sheet.ts';
import { movementExportFeatures, movementFeatures } from './movement/movement.ts';
import { deviceFeatures } from './outbox/device.ts';
import { handInFeatures } from './outbox/hand-in.ts';
import { outboxFeatures } from './outbox/outbox.ts';
import { paperFeatures } from './outbox/paper.ts';
import { questionFeatures } from './outbox/question.ts';
import { settleFeatures } from './outbox/settle.ts';
import type { PreCompanyFeature } from './pre-company.ts';
import { premisesListFeatures } from './premises/list.ts';
import { premisesFeatures } from './premises/record.ts';
import { pickFeatures } from './reservation/pick.ts';
import { reservationReadFeatures } from './reservation/read.ts';
import { reservationFeatures } from './reservation/reservation.ts';
import { roundFeatures } from './reservation/round.ts';
import { formerRoomHandoverFeatures } from './room-handover/former.ts';
import { roomHandoverReadFeatures } from './room-handover/read.ts';
import { roomHandoverFeatures } from './room-handover/room-handover.ts';
import { roomSignFeatures, signerFeatures } from './room-handover/sign.ts';
import { reminderFeatures, stopReminderFeatures } from './setting/reminder.ts';
import { settingFeatures } from './setting/setting.ts';
import { userEditFeatures } from './user/edit.ts';
import { userFeatures } from './user/user.ts';
import { eventFeatures } from './webhook/events.ts';
import { webhookFeatures } from './webhook/webhook.ts';

type AnchorName = keyof typeof anchorFeatures;
/**
 * Every call of a company with its feature; a missing one does not compile. Those with a list as body (`large.list`) are here for
 * their types only: the import worker runs them (http/import-worker.ts).
 */
export const companyCalls: {
  [N in Exclude<CompanyCallName, AnchorName>]: Feature<N>;
} & typeof anchorFeatures = {
  /** What changed since a position, for a client without the live channel (D-13). */
  getChanges: ({ tx, me, query }) => changesSince(tx, me, query.after),
  ...locationFeatures,
  ...keyBunchListFeatures,
  ...keyBunchCheckFeatures,
  ...keyBunchCreateFeatures,
  ...keyBunchEditFeatures,
  ...keyBunchDeleteFeatures,
  ...issueFeatures,
  ...handoverFeatures,
  ...handoverRequestFeatures,
  ...mineFeatures,
  ...deviceFeatures,
  ...outboxFeatures,
  ...questionFeatures,
  ...settleFeatures,
  ...returnFeatures,
  ...undoFeatures,
  ...reservationReadFeatures,
  ...pickFeatures,
  ...reservationFeatures,
  ...roundFeatures,
  ...roomHandoverReadFeatures,
  ...roomHandoverFeatures,
  ...roomSignFeatures,
  ...formerRoomHandoverFeatures,
  ...kioskFeatures,
  ...kioskNumberFeatures,
  ...kioskTurnFeatures,
  ...kioskSetFeatures,
  ...approvalAskFeatures,
  ...approvalDecideFeatures,
  ...approvalKioskFeatures,
  ...approvalNoticeFeatures,
  ...approvalReadFeatures,
  ...kioskReturnFeatures,
  ...registerSheetFeatures,
  ...paperFeatures,
  ...holderFeatures,
  ...holderEditFeatures,
  ...premisesFeatures,
  ...premisesListFeatures,
  ...importFeatures,
  ...formerRegisterFeatures,
  ...importProgressFeatures,
  ...importRunFeatures,
  ...importUndoFeatures,
  ...labelFeatures,
  ...foundNoticeFeatures,
  ...codeFeatures,
  ...outFeatures,
  ...receiptFeatures,
  ...reminderFeatures,
  ...keyBunchBulkMoveFeatures,
  ...keyBunchLinkFeatures,
  ...locationReportFeatures,
  ...auditFeatures,
  ...auditStartFeatures,
  ...auditReadingFeatures,
  ...auditScanFeatures,
  ...auditCompleteFeatures,
  ...auditMemberFeatures,
  ...auditUndoFeatures,
  ...auditVerificationFeatures,
  ...movementFeatures,
  ...auditLogFeatures,
  ...activityFeatures,
  ...dashboardFeatures,
  ...firstStepsFeatures,
  ...settingFeatures,
  ...companyEditFeatures,
  ...historyCheckFeatures,
  ...anchorFeatures,
  ...userFeatures,
  ...userEditFeatures,
  ...sessionFeatures,
  ...apiTokenFeatures,
  ...webhookFeatures,
  ...eventFeatures,
};

export const preCompanyCalls: { [N in PreCompanyCallName]: PreCompanyFeature<N> } = {
  ...authFeatures,
  ...confirmationFeatures,
  ...signerFeatures,
  ...passwordFeatures,
  ...secondStepFeatures,
  ...factorFeatures,
  ...companyFeatures,
  ...finderFeatures,
  ...bindFeatures,
  ...acknowledgeFeatures,
  ...handInFeatures,
  ...stopReminderFeatures,
};

export const streamCalls: { [N in StreamName]: StreamFeature<N> } = {
  ...movementExportFeatures,
  ...activityExportFeatures,
  ...outExportFeatures,
  ...locationReportExportFeatures,
  ...importRunExportFeatures,
};

export const zipCalls: { [N in ZipName]: ZipFeature<N> } = { ...exportFeatures, ...anchorExportFeatures };

/** In the import worker. */
export const fileCalls: { [N in FileName]: FileFeature<N, OpenedExport> } = { ...registerImportFeatures };

export const photoCalls: { [N in PhotoName]: PhotoFeature<N> } = { ...keyBunchPhotoFeatures };

/** Run after the form was checked and before any lookup. */
export const preparations: { [N in keyof Prepared]: Preparation<N> } = { updateKeyBunch: preparePhoto };
