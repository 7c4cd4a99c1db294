import type * as z from 'zod/mini';
import type { MoveForm } from '../../../../shared/key-bunch.ts';

/** What the form of a move holds. */
export type MoveValues = z.input<typeof MoveForm>;
