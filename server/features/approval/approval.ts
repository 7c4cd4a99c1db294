import { approvalAskFeatures } from './ask.ts';
import { approvalDecideFeatures } from './decide.ts';
import { approvalKioskFeatures } from './kiosk.ts';
import { approvalNoticeFeatures } from './notices.ts';
import { approvalReadFeatures } from './read.ts';

/** The calls of the second person (decision 0083). */
export const approvalFeatures = {
  ...approvalReadFeatures,
  ...approvalAskFeatures,
  ...approvalDecideFeatures,
  ...approvalKioskFeatures,
  ...approvalNoticeFeatures,
};
