import { randomUUID } from 'node:crypto';
import { businessDay, calendarDay, weekDaysInOrder } from '#domain/calendar.ts';
import { listAddresses } from '../addresses/service.ts';
import { createEngagement } from '../engagements/request.ts';
import type { Caller } from '../http/access.ts';
import { createProduct } from '../products/service.ts';
import { createScheduleTemplateDays } from '../schedule-template-days/service.ts';
import type { World } from '../world.ts';
import { approve, onboard, openAccount, profileOf, saveCard } from './opening.ts';
import { caseysHome, demoProducts, demoWorkers, erin } from './people.ts';
import type { DemoTools } from './tools.ts';

/** Opens a business with the four who can be signed in as, products, and a week of engagements that begins today. */
export async function openFew(world: World, tools: DemoTools): Promise<void> {
  const { wren, walt } = demoWorkers;
  const employee = await openAccount(world, 'EMPLOYEE', { username: 'erin', ...erin });
  const customer = await openAccount(world, 'CUSTOMER', {
    username: 'casey',
    firstName: 'Casey',
    lastName: 'Rivera',
    ...caseysHome,
  });
  const workers: Caller[] = [];
  for (const [username, person] of Object.entries({ wren, walt })) {
    const worker = await openAccount(world, 'WORKER', { username, ...person });
    await onboard(world, tools, worker, person);
    await approve(world, employee, worker);
    workers.push(worker);
  }
  const [worker] = workers;
  if (worker) await addEngagementsOfAWeek(world, tools, customer, worker);
}

async function addEngagementsOfAWeek(world: World, tools: DemoTools, customer: Caller, worker: Caller): Promise<void> {
  const customerProfileId = profileOf(customer);
  const weekly = await createProduct(world, demoProducts.usual);
  const deep = await createProduct(world, demoProducts.deep);
  const [address] = await listAddresses(world, customerProfileId);
  if (!address) throw new Error('The demo customer has no address');
  const stripePaymentMethodId = await saveCard(world, tools, customer);
  const today = businessDay(world.clock.now());
  const ask = (productId: string, frequency: number) =>
    createEngagement(world, customer, customerProfileId, {
      productId,
      serviceAddressId: address.id,
      billingAddressId: address.id,
      stripePaymentMethodId,
      yardSize: 'YARD_SIZE_STANDARD',
      scheduleTemplate: { period: 'PERIOD_WEEKLY', frequency, interval: 1, startDay: calendarDay(today) },
    });

  // The weekly engagement has a visit today, whatever day the demo starts on. The deep one waits for a worker.
  const everyDay = await ask(weekly.id, weekDaysInOrder.length);
  const scheduleTemplateId = everyDay.scheduleTemplate.id;
  const days = weekDaysInOrder.map((dayOfWeek) => ({ id: randomUUID(), scheduleTemplateId, dayOfWeek, sequence: 0 }));
  await createScheduleTemplateDays(world, worker, days);
  await ask(deep.id, 1);
}
