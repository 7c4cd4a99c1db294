import type { ComponentType } from 'react';

/** Any icon drawn like lucide's; the component that shows it sets the size by class. */
export type Icon = ComponentType<{ className?: string | undefined }>;
