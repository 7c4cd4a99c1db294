import type { ComponentType } from 'react';

/** Anything drawn like a lucide icon: the component that shows it gives the size by class. */
export type Icon = ComponentType<{ className?: string | undefined }>;
