import type { dashboardCalls } from '../../../shared/contract/dashboard.ts';
import { everyone, type SamplesOf } from '../sample.ts';

export const dashboardSamples: SamplesOf<typeof dashboardCalls> = {
  getDashboard: { access: everyone, input: () => ({}) },
  getDashboardStats: { access: everyone, input: () => ({}) },
};
