import { expect, test } from 'vitest';
import { looksRight, type Visitor } from './browser.ts';
import { demo, enter, field } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { browser } = await openYardpack({ demo: true });

test('somebody calls: the office finds them, writes a note, mends the phone and the gate, and erases who wants to be forgotten', async () => {
  const office = await browser.visitor(1280);
  const { page } = office;
  await enter(page, demo.erin);
  await page.getByRole('link', { name: /^Customers/ }).click();
  await findsCasey(office);
  await writesANote(office);
  await mendsThePhone(office);
  await mendsTheGate(office);
  await readsTheRecord(office);
  await seesTheWorkers(office);

  const onPhone = await browser.visitor(320);
  await enter(onPhone.page, demo.erin);
  await findsCasey(onPhone);
  await looksRight(onPhone, 'customer-phone');
  await erasesCasey(office);
  expect(browser.faults).toEqual([]);
});

/** The search stands in the address, so that going back shows it again. */
async function findsCasey(office: Visitor): Promise<void> {
  const { page } = office;
  await page.goto('/customers?filter=active');
  await page.getByRole('searchbox', { name: 'Search' }).fill('108 sw 8');
  await page.waitForURL('**/customers?filter=active&q=108+sw+8');
  await page.getByRole('link', { name: /Casey Rivera/ }).waitFor();
  await looksRight(office, 'customers');
  await page.getByRole('link', { name: /Casey Rivera/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Casey Rivera' }).waitFor();
  await page.getByRole('heading', { name: 'Yard Cleanup' }).waitFor();
  await page.getByText(/^Next visit: /).waitFor();
}

async function writesANote(office: Visitor): Promise<void> {
  const { page } = office;
  await page.getByLabel('New note').fill('Calls the dog Biscuit.');
  await page.getByRole('button', { name: 'Add the note' }).click();
  await page.getByText('Calls the dog Biscuit.').first().waitFor();
  await page.getByText(/^Erin Moss, /).waitFor();
  await looksRight(office, 'customer');
}

async function mendsThePhone(office: Visitor): Promise<void> {
  const { page } = office;
  await page.getByRole('button', { name: 'Edit how to reach' }).click();
  await field(page, 'Phone').fill('479 555 0166');
  await page.getByText('They have told us that they agree to texts').click();
  await looksRight(office, 'customer-edit');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: '(479) 555-0166' }).waitFor();
}

async function mendsTheGate(office: Visitor): Promise<void> {
  const { page } = office;
  await page.getByRole('link', { name: 'Open or change the address 108 SW 8th St' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await field(page, 'Gate notes').fill('The left one. Lift it.');
  await page.getByRole('button', { name: 'Save' }).click();
  // The field has this text before it is saved.
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await page.getByText('The left one. Lift it.').waitFor();
  await page.goBack();
  await page.getByText('The left one. Lift it.').waitFor();
}

async function readsTheRecord(office: Visitor): Promise<void> {
  const { page } = office;
  await page.getByRole('link', { name: 'What was changed' }).click();
  await page.getByText('Erin Moss changed an address of Casey Rivera').waitFor();
  await page.getByText('Erin Moss changed the profile of Casey Rivera').waitFor();
  await page.goBack();
}

async function seesTheWorkers(office: Visitor): Promise<void> {
  const { page } = office;
  await page.goto('/workers?filter=approved');
  await page.getByRole('link', { name: /Walt Jimenez/ }).waitFor();
  await looksRight(office, 'workers');
  await page.getByRole('link', { name: /Wren Okafor/ }).click();
  await page.getByRole('region', { name: 'Monday' }).getByText('Casey Rivera').waitFor();
  await page.getByRole('button', { name: 'Take back the approval' }).click();
  await looksRight(office, 'worker-refuse');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await looksRight(office, 'worker');
}

/** Each step says what is to be done before. */
async function erasesCasey(office: Visitor): Promise<void> {
  const { page } = office;
  await findsCasey(office);
  const record = page.url();
  const asks = async () => {
    await page.goto(record);
    await page.getByRole('button', { name: 'Delete data' }).click();
  };
  await asks();
  await page.getByText('Please close the account first.').waitFor();
  await looksRight(office, 'erase-not-yet');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close the account' }).click();
  await page.getByText('What is owed is still collected and paid out.').waitFor();
  await page.getByRole('button', { name: 'Close it' }).click();
  await page.getByText('Closed', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Yard Cleanup' }).click();
  await page.getByRole('button', { name: 'Cancel engagement' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Cancel this engagement?' });
  await dialog.getByLabel(/^Why/).selectOption('Moving away');
  await dialog.getByRole('button', { name: 'Cancel engagement' }).click();
  await page.getByText('Cancelled', { exact: true }).waitFor();
  await asks();
  await page.getByLabel('Type the name to go on').fill('Casey Rivera');
  await looksRight(office, 'erase');
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await page.getByRole('heading', { level: 1, name: 'Erased customer' }).waitFor();
  await looksRight(office, 'erased');
}
