// The emblem of each edition, by its name; an edition that is not in the table has a star.
import type { IconName } from './drawings';

const emblems: Record<string, IconName> = { shadespire: 'e-eye', nightvault: 'spell', harrowdeep: 'e-wave', embergard: 'e-flame' };

export const emblem = (edition: string): IconName => emblems[edition] ?? 'e-star';
