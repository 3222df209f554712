import { useEffect, useState } from 'react';
import type { AreaEffect, SettingsAnswer, SettingsForm } from '#contract/settings.ts';
import { countedLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';

type LeftOutsideProps = {
  typed: { serviceState?: string | number; serviceCities?: string | number };
  saved: SettingsAnswer['settings'];
};

const pauseMs = 500;

/** Says how many services that are asked for, or agreed, and orders that wait, would lie outside of the area that is typed. */
export function LeftOutside({ typed, saved }: LeftOutsideProps) {
  const [preview] = api.usePreviewAreaMutation();
  const [effect, setEffect] = useState<AreaEffect>();
  const serviceState = typed.serviceState as NonNullable<SettingsForm['serviceState']>;
  const serviceCities = String(typed.serviceCities);
  const isSame = serviceState === saved.serviceState && serviceCities === saved.serviceCities;
  useEffect(() => {
    setEffect(undefined);
    if (isSame) return;
    let isTyped = true;
    // While somebody types, most of what is there cannot be read; the fields say so.
    const timer = setTimeout(async () => {
      const { data } = await preview({ body: { serviceState, serviceCities } });
      if (isTyped) setEffect(data);
    }, pauseMs);
    return () => {
      isTyped = false;
      clearTimeout(timer);
    };
  }, [preview, serviceState, serviceCities, isSame]);
  return (
    <p role="status" className="rounded-control bg-sunken px-4 py-3 empty:hidden">
      {effect && effectWords(effect)}
    </p>
  );
}

export function effectWords({ customers, services, proposals, orders }: AreaEffect): string {
  const waiting =
    orders > 0
      ? ` ${countedLabel(orders, 'order')} that ${orders === 1 ? 'waits' : 'wait'} for a card could not be accepted anymore, and would stand on the desk.`
      : '';
  return `${servicesWords({ customers, services, proposals })}${waiting}`;
}

function servicesWords({ customers, services, proposals }: Omit<AreaEffect, 'orders'>): string {
  if (services + proposals === 0) return 'No service that is asked for or agreed lies outside of it.';
  const found = [
    ...(services > 0 ? [countedLabel(services, 'service')] : []),
    ...(proposals > 0 ? [`${countedLabel(proposals, 'request')} without a worker`] : []),
  ];
  return `${found.join(' and ')} of ${countedLabel(customers, 'customer')} would lie outside. They stay as they are; nobody new there can ask.`;
}
