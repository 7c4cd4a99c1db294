import type {
  CompanyCallName,
  Feature,
  OpenCallName,
  OpenFeature,
  PhotoFeature,
  PhotoName,
  Preparation,
  Prepared,
  StreamFeature,
  StreamName,
} from './feature.ts';
import { auditFeatures } from './features/audit.ts';
import { auditCompleteFeatures } from './features/audit-complete.ts';
import { auditLogFeatures } from './features/audit-log.ts';
import { auditScanFeatures } from './features/audit-scan.ts';
import { auditVerificationFeatures } from './features/audit-verification.ts';
import { authFeatures } from './features/auth.ts';
import { companyFeatures } from './features/company.ts';
import { companyEditFeatures } from './features/company-edit.ts';
import { dashboardFeatures } from './features/dashboard.ts';
import { historyCheckFeatures } from './features/history-check.ts';
import { invitationFeatures } from './features/invitation.ts';
import { keyBunchBulkMoveFeatures } from './features/key-bunch-bulk-move.ts';
import { keyBunchCustodyFeatures } from './features/key-bunch-custody.ts';
import { keyBunchEditFeatures } from './features/key-bunch-edit.ts';
import { keyBunchListFeatures } from './features/key-bunch-list.ts';
import { keyBunchNfcFeatures } from './features/key-bunch-nfc.ts';
import { keyBunchPhotoFeatures, preparePhoto } from './features/key-bunch-photo.ts';
import { locationFeatures } from './features/location.ts';
import { locationReportFeatures } from './features/location-report.ts';
import { locationReportExportFeatures } from './features/location-report-export.ts';
import { movementFeatures } from './features/movement.ts';
import { movementExportFeatures } from './features/movement-export.ts';
import { passwordFeatures } from './features/password.ts';
import { settingFeatures } from './features/setting.ts';
import { settingEditFeatures } from './features/setting-edit.ts';
import { userFeatures } from './features/user.ts';
import { userCreateFeatures } from './features/user-create.ts';
import { userEditFeatures } from './features/user-edit.ts';

/** Every call of the contract and the function that answers it; a call without one does not compile. */
export const companyCalls: { [N in CompanyCallName]: Feature<N> } = {
  ...locationFeatures,
  ...keyBunchListFeatures,
  ...keyBunchEditFeatures,
  ...keyBunchCustodyFeatures,
  ...keyBunchBulkMoveFeatures,
  ...keyBunchNfcFeatures,
  ...locationReportFeatures,
  ...auditFeatures,
  ...auditScanFeatures,
  ...auditCompleteFeatures,
  ...auditVerificationFeatures,
  ...movementFeatures,
  ...auditLogFeatures,
  ...dashboardFeatures,
  ...settingFeatures,
  ...settingEditFeatures,
  ...companyEditFeatures,
  ...historyCheckFeatures,
  ...userFeatures,
  ...userCreateFeatures,
  ...userEditFeatures,
  ...invitationFeatures,
};

export const openCalls: { [N in OpenCallName]: OpenFeature<N> } = {
  ...authFeatures,
  ...passwordFeatures,
  ...companyFeatures,
};

export const streamCalls: { [N in StreamName]: StreamFeature<N> } = {
  ...movementExportFeatures,
  ...locationReportExportFeatures,
};

export const photoCalls: { [N in PhotoName]: PhotoFeature<N> } = { ...keyBunchPhotoFeatures };

/** Runs after the form was checked and before anything is looked up. */
export const preparations: { [N in keyof Prepared]: Preparation<N> } = { updateKeyBunch: preparePhoto };
