import { describe } from 'vitest';
import { CITY } from '../server/testing/large.ts';
import { describePlans } from '../server/testing/plans.ts';

describe('at 100,000 sets and 5,000,000 movements no read grows with the company', () =>
  describePlans(CITY, 1_800_000));
