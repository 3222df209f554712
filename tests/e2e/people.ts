import type { Locator, Page } from 'playwright-core';

const password = 'bones4all!';

/** A person of the journey, as the sign-up form asks for them. */
export type Newcomer = {
  type: 'Customer' | 'Worker' | 'Employee';
  username: string;
  password: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  street: string;
  /** For an employee. */
  joinCode?: string;
};

/** Somebody who will become a customer. */
export const carla: Newcomer = {
  type: 'Customer',
  username: 'carla',
  password,
  firstName: 'Carla',
  lastName: 'Nguyen',
  email: 'carla@example.com',
  phone: '4795550111',
  street: '42 Dogwood Ln',
};

/** What somebody signs in with. */
export type SignIn = Pick<Newcomer, 'type' | 'username' | 'password'>;

/** The people of the small demo (src/server/demo/few.ts): a customer, two workers who are onboarded, an employee. */
export const demo = {
  casey: { type: 'Customer', username: 'casey', password },
  wren: { type: 'Worker', username: 'wren', password },
  walt: { type: 'Worker', username: 'walt', password },
  erin: { type: 'Employee', username: 'erin', password },
} as const satisfies Record<string, SignIn>;

/** The address of the demo's customer, where its worker has a visit on every day. */
export const caseysHome = '108 SW 8th St';

type SentMessage = { channel: string; to: string; subject: string; text: string };

/** @returns the messages that were sent, newest first */
export async function sentMessages(site: string): Promise<SentMessage[]> {
  return await (await fetch(`${site}/sandbox/messages.json?limit=1000`)).json();
}

/** Waits for a message, because a job sends it later. */
export async function waitForMessage(
  site: string,
  isIt: (message: SentMessage) => boolean,
  what: string,
): Promise<SentMessage> {
  const giveUpAt = performance.now() + 60_000;
  for (;;) {
    const found = (await sentMessages(site)).find(isIt);
    if (found) return found;
    if (performance.now() > giveUpAt) throw new Error(`${what} was not sent`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Fills in the sign-up page and sends it. */
export async function signUp(page: Page, person: Newcomer): Promise<void> {
  await page.goto('/sign-up');
  await field(page, 'Username').fill(person.username);
  await field(page, 'Password').fill(person.password);
  await field(page, 'Confirm Password').fill(person.password);
  await page.getByText(person.type, { exact: true }).click();
  await field(page, 'First Name').fill(person.firstName);
  await field(page, 'Last Name').fill(person.lastName);
  // Not the choice of how to be told, which is called so, too.
  await page.getByRole('textbox', { name: /^Email\*?$/ }).fill(person.email);
  await field(page, 'Phone').fill(person.phone);
  if (person.type === 'Worker') {
    await field(page, 'Month').fill('2');
    await field(page, 'Day').fill('28');
    await field(page, 'Year').fill('1990');
  }
  if (person.joinCode) await field(page, 'Join Code').fill(person.joinCode);
  await field(page, 'Street Address 1').fill(person.street);
  await field(page, 'City').fill('Bentonville');
  await field(page, 'State').selectOption('Arkansas');
  await field(page, 'Zip Code').fill('72712');
  for (const document of ['Privacy Policy', 'Terms of Service', 'Disclaimer']) {
    await page.getByRole('checkbox', { name: document }).check({ force: true });
  }
  await page.getByText('Email Text', { exact: true }).click();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByText('Signed up successfully. Check your email for details.').waitFor();
}

/** Opens the mailed link. */
export async function confirmByMail(page: Page, site: string, email: string): Promise<void> {
  const mail = await waitForMessage(
    site,
    (message) => message.to === email && message.text.includes('/confirm-sign-up'),
    `The confirmation link for ${email}`,
  );
  const link = /https?:\S+\/confirm-sign-up\?token=[\w-]+/.exec(mail.text)?.[0];
  if (!link) throw new Error('The mail holds no link');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await page.getByText('Account confirmed. You can now sign in.').waitFor();
}

/** Signs in through the dialog, goes through the slides of a new profile, and lands on the dashboard. */
export async function signIn(page: Page, person: SignIn): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await fillInSignIn(page, person);
  await passOnboarding(page);
  await page.getByRole('heading', { name: `${person.type} Dashboard` }).waitFor();
}

/** Signs in without the dialog, where that is not the subject, and opens the dashboard. */
export async function enter(page: Page, { type, username, password }: SignIn): Promise<void> {
  const answer = await page.context().request.post('/v1/sign-in', { data: { username, password } });
  if (!answer.ok()) throw new Error(`${username} was not signed in: ${await answer.text()}`);
  await page.goto('/dashboard');
  await passOnboarding(page);
  await page.getByRole('heading', { name: `${type} Dashboard` }).waitFor();
}

/** Fills in the dialog that is open, and sends it. */
export async function fillInSignIn(page: Page, { username, password }: Omit<SignIn, 'type'>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in to your account' });
  await field(dialog, 'Username').fill(username);
  await field(dialog, 'Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens an area from the header's menu. */
export async function openArea(page: Page, area: string): Promise<void> {
  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitem', { name: area, exact: true }).click();
}

/** Goes through the slides of a new profile, if there are any, and waits for the dashboard. */
export async function passOnboarding(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Next', exact: true });
  const finish = page.getByRole('button', { name: /^(Let me in!|I Accept!)$/ });
  const dashboard = page.getByRole('heading', { level: 1, name: /Dashboard$/ });
  for (;;) {
    await next.or(finish).or(dashboard).first().waitFor();
    if (!(await next.isVisible())) break;
    await next.click();
  }
  if (await finish.isVisible()) await finish.click();
  await dashboard.waitFor();
}

/** Opens a select and picks one of its options. */
export async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${label}`) }).click();
  await page.getByRole('option', { name: option }).click();
}

/** @returns the field with this label, with or without the star of a required field */
export function field(within: Page | Locator, label: string): Locator {
  return within.getByLabel(new RegExp(`^${label}\\*?$`));
}
