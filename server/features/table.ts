import type { PreCompanyCallName } from '../../shared/api.ts';
import { activityFeatures } from './activity/activity.ts';
import { activityExportFeatures } from './activity/export.ts';
import { anchorExportFeatures, anchorFeatures } from './anchor/anchor.ts';
import { apiTokenFeatures } from './api-token/api-token.ts';
import { auditFeatures } from './audit/audit.ts';
import { auditCompleteFeatures } from './audit/complete.ts';
import { auditScanFeatures } from './audit/scan.ts';
import { auditStartFeatures } from './audit/start.ts';
import { auditVerificationFeatures } from './audit/verification.ts';
import { authFeatures } from './auth/auth.ts';
import { authenticatorAppFeatures } from './auth/authenticator-app.ts';
import { confirmationFeatures } from './auth/confirmation.ts';
import { factorFeatures } from './auth/factor.ts';
import { passkeyFeatures } from './auth/passkey.ts';
import { passwordFeatures } from './auth/password.ts';
import { secondStepFeatures } from './auth/second-step.ts';
import { sessionFeatures } from './auth/session.ts';
import { backupFeatures } from './backup/backup.ts';
import { keyBunchBulkMoveFeatures } from './bulk-move/bulk-move.ts';
import { companyFeatures } from './company/company.ts';
import { companyEditFeatures } from './company/edit.ts';
import { batchFeatures } from './custody/batch.ts';
import { keyBunchCustodyFeatures } from './custody/call.ts';
import { dashboardFeatures } from './dashboard/dashboard.ts';
import { lookUpFeatures } from './desk/look-up.ts';
import { mailReceiptFeatures } from './desk/mail-receipt.ts';
import { nextTagFeatures } from './desk/next-tag.ts';
import { outFeatures } from './desk/out.ts';
import { outExportFeatures } from './desk/out-export.ts';
import { receiptFeatures } from './desk/receipt.ts';
import { exportFeatures } from './export/export.ts';
import type {
  CompanyCallName,
  Feature,
  PhotoFeature,
  PhotoName,
  PreCompanyFeature,
  Preparation,
  Prepared,
  StreamFeature,
  StreamName,
  ZipFeature,
  ZipName,
} from './feature.ts';
import { historyCheckFeatures } from './history/check.ts';
import { auditLogFeatures } from './history/log.ts';
import { heldFeatures } from './holder/held.ts';
import { holderFeatures } from './holder/holder.ts';
import { holderListFeatures } from './holder/list.ts';
import { holderEditFeatures } from './holder/record.ts';
import { importFeatures, importProgressFeatures } from './import/import.ts';
import { importUndoFeatures } from './import/undo-import.ts';
import { keyBunchCheckFeatures } from './key-bunch/check.ts';
import { keyBunchCreateFeatures } from './key-bunch/create.ts';
import { keyBunchDeleteFeatures } from './key-bunch/delete.ts';
import { keyBunchEditFeatures } from './key-bunch/edit.ts';
import { keyBunchListFeatures } from './key-bunch/list.ts';
import { keyBunchNfcFeatures } from './key-bunch/nfc.ts';
import { keyBunchOfficerFeatures } from './key-bunch/officer.ts';
import { finderFeatures } from './label/finder.ts';
import { labelFeatures } from './label/label.ts';
import { makeLabelFeatures } from './label/make.ts';
import { foundNoticeFeatures } from './label/notice.ts';
import { locationFeatures } from './location/location.ts';
import { locationReportExportFeatures, locationReportFeatures } from './location-report/location-report.ts';
import { movementExportFeatures } from './movement/export.ts';
import { movementFeatures } from './movement/movement.ts';
import { keyBunchPhotoFeatures, preparePhoto } from './photo/photo.ts';
import { clientFeatures } from './premises/client.ts';
import { premisesListFeatures } from './premises/list.ts';
import { premisesFeatures } from './premises/premises.ts';
import { premisesEditFeatures } from './premises/record.ts';
import { reminderFeatures, stopReminderFeatures } from './reminder/reminder.ts';
import { settingEditFeatures } from './setting/edit.ts';
import { settingFeatures } from './setting/setting.ts';
import { userCreateFeatures } from './user/create.ts';
import { userEditFeatures } from './user/edit.ts';
import { invitationFeatures } from './user/invitation.ts';
import { resetFactorsFeatures } from './user/reset-factors.ts';
import { userFeatures } from './user/user.ts';
import { deliveryFeatures } from './webhook/delivery.ts';
import { webhookEditFeatures } from './webhook/edit.ts';
import { webhookFeatures } from './webhook/webhook.ts';

/** Every call of the contract with its feature; a missing one does not compile. */
export const companyCalls: { [N in CompanyCallName]: Feature<N> } = {
  ...locationFeatures,
  ...keyBunchListFeatures,
  ...keyBunchCheckFeatures,
  ...keyBunchOfficerFeatures,
  ...keyBunchCreateFeatures,
  ...keyBunchEditFeatures,
  ...keyBunchDeleteFeatures,
  ...keyBunchCustodyFeatures,
  ...batchFeatures,
  ...heldFeatures,
  ...holderFeatures,
  ...holderListFeatures,
  ...holderEditFeatures,
  ...premisesFeatures,
  ...premisesListFeatures,
  ...premisesEditFeatures,
  ...clientFeatures,
  ...importFeatures,
  ...importProgressFeatures,
  ...importUndoFeatures,
  ...makeLabelFeatures,
  ...labelFeatures,
  ...foundNoticeFeatures,
  ...lookUpFeatures,
  ...nextTagFeatures,
  ...outFeatures,
  ...receiptFeatures,
  ...mailReceiptFeatures,
  ...reminderFeatures,
  ...backupFeatures,
  ...keyBunchBulkMoveFeatures,
  ...keyBunchNfcFeatures,
  ...locationReportFeatures,
  ...auditFeatures,
  ...auditStartFeatures,
  ...auditScanFeatures,
  ...auditCompleteFeatures,
  ...auditVerificationFeatures,
  ...movementFeatures,
  ...auditLogFeatures,
  ...activityFeatures,
  ...dashboardFeatures,
  ...settingFeatures,
  ...settingEditFeatures,
  ...companyEditFeatures,
  ...historyCheckFeatures,
  ...anchorFeatures,
  ...userFeatures,
  ...userCreateFeatures,
  ...userEditFeatures,
  ...invitationFeatures,
  ...resetFactorsFeatures,
  ...sessionFeatures,
  ...apiTokenFeatures,
  ...webhookFeatures,
  ...webhookEditFeatures,
  ...deliveryFeatures,
};

export const preCompanyCalls: { [N in PreCompanyCallName]: PreCompanyFeature<N> } = {
  ...authFeatures,
  ...confirmationFeatures,
  ...passwordFeatures,
  ...secondStepFeatures,
  ...factorFeatures,
  ...authenticatorAppFeatures,
  ...passkeyFeatures,
  ...companyFeatures,
  ...finderFeatures,
  ...stopReminderFeatures,
};

export const streamCalls: { [N in StreamName]: StreamFeature<N> } = {
  ...movementExportFeatures,
  ...activityExportFeatures,
  ...outExportFeatures,
  ...locationReportExportFeatures,
};

export const zipCalls: { [N in ZipName]: ZipFeature<N> } = { ...exportFeatures, ...anchorExportFeatures };

export const photoCalls: { [N in PhotoName]: PhotoFeature<N> } = { ...keyBunchPhotoFeatures };

/** Run after the form was checked and before any lookup. */
export const preparations: { [N in keyof Prepared]: Preparation<N> } = { updateKeyBunch: preparePhoto };
