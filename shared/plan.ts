export const PLAN_TYPES = ['basic', 'professional', 'enterprise'] as const;
export type PlanType = (typeof PLAN_TYPES)[number];

export type Plan = {
  name: string;
  /** The intended customers. */
  who: string;
  /** null = unlimited. A key is a key bunch that is not deleted. */
  keys: number | null;
  locations: number | null;
  users: number | null;
  price: string;
  per: string;
  features: readonly string[];
};

/** The person who can change a plan, for refusals; no screen does (S-60). */
export const PLAN_CHANGE = 'Only the person who runs your Keyhold server can change the plan.';
/** The command for that, for a company by its URL identifier (docs/operating.md). */
export const planCommand = (slug: string, plan: PlanType = 'enterprise'): string =>
  `keyhold company ${slug} --plan ${plan}`;
/** The plans, smallest first, whose limit holds this number. */
export const plansFor = (noun: 'keys' | 'locations', number: number): PlanType[] =>
  PLAN_TYPES.filter((type) => (PLANS[type][noun] ?? Number.POSITIVE_INFINITY) >= number);

/** The plans. */
export const PLANS: Record<PlanType, Plan> = {
  basic: {
    name: 'Basic',
    who: 'One cabinet, one team.',
    keys: 100,
    locations: 5,
    users: 10,
    price: '$29',
    per: 'per month',
    features: ['Up to 100 keys', '5 locations', '10 users', 'Basic reporting', 'Email support'],
  },
  professional: {
    name: 'Professional',
    who: 'Several offices and vans.',
    keys: 500,
    locations: 15,
    users: 25,
    price: '$89',
    per: 'per month',
    features: [
      'Up to 500 keys',
      '15 locations',
      '25 users',
      'Advanced analytics',
      'NFC scanning',
      'Priority support',
    ],
  },
  enterprise: {
    name: 'Enterprise',
    who: 'A whole estate.',
    keys: null,
    locations: null,
    users: null,
    price: 'Custom',
    per: '',
    features: [
      'Unlimited keys',
      'Unlimited locations',
      'Unlimited users',
      'Custom integrations',
      'Dedicated support',
      'SLA',
    ],
  },
};
