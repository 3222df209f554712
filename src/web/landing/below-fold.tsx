import type { ReactNode } from 'react';
import type { ClientConfig } from '#contract/system.ts';
import { Prices } from './prices.tsx';
import { Process } from './process.tsx';
import { Questions } from './questions.tsx';
import { Scheduling } from './scheduling.tsx';
import { Team } from './team.tsx';

type BelowFoldProps = {
  config: Pick<ClientConfig, 'prices' | 'keepers'> | undefined;
  contact: ReactNode;
};

/** The part that a visitor scrolls to. Until then they see it as the build drew it. */
export default function BelowFold({ config, contact }: BelowFoldProps) {
  return (
    <div className="[contain-intrinsic-size:auto_250rem] [content-visibility:auto]">
      <Prices prices={config?.prices} contact={contact} />
      <Process />
      <Scheduling />
      <Questions />
      <Team keepers={config?.keepers ?? []} contact={contact} />
    </div>
  );
}
