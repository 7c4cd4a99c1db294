import { describe, expect, test } from 'vitest';
import { hearLive } from '../../testing/live.ts';
