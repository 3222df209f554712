import { expect, test } from 'vitest';
import { isPostOfficeBox, withoutUnit } from './street.ts';

test.each([
  '200 Main St Apt 3',
  '200 Main St, Apt. 3B',
  '200 Main St Apt3',
  '200 Main St Ste200',
  '200 Main St, Unit5',
  '200 Main St #12',
  '200 Main St # B',
  '200 Main St, Unit B-4',
  '200 Main St Suite 100',
  '200 Main St Ste. 100',
  '200 Main St Bldg 4 Apt 12',
  '200 Main St, Building B, Unit #4',
  '200 Main St Lot 17',
  '200 Main St Fl 2',
  '200 Main St, 2nd Floor',
  '200 Main St Rm 12A',
  '200 Main St Trlr 8',
  '200 Main St Spc 21',
  '200 Main St No. 5',
  'Apt 3, 200 Main St',
  '200 Main St (Apt 2)',
  '200 Main St Unit-B',
  '200 Main St - Unit 4',
  '200 Main St, Rear',
  '200 Main St Upper',
])('%s is in 200 Main St', (street) => {
  expect(withoutUnit(street)).toBe('200 Main St');
});

test.each([
  '200 Main St',
  '12 Front St',
  '5 Lot Dr',
  '9 Floor Ct',
  '7 Room Rd',
  '12-14 Unity Ln',
  '1 Suitemate Way',
  '100 Northern Lights Blvd',
  '4520 County Road 5',
  '10 Avenue B',
  '5 Upper Ridge Rd',
  '7 Winston-Salem Ave',
])('%s has no unit', (street) => {
  expect(withoutUnit(street)).toBe(street);
});

test.each([
  'PO Box 12',
  'P.O. Box 12',
  'P. O. Box 12',
  'p o box 12',
  'P.O.Box 12',
  'POB 12',
  'Post Office Box 12',
  'PO Box #12',
  'PO Drawer B',
  'Box A',
  'Box 12',
  'PMB 12',
  'PO Box',
  'General Delivery',
  'Post-Office Box 3',
  'P O Box12',
  '5 Oak St PO Box 9',
  'PO-Box 5',
  'p.o.b. 12',
  'P/O Box 3',
  'P0 Box 12',
  'Lock Box 5',
  'Postal Box 7',
  'Caller Box 3',
])('%s is a box', (street) => {
  expect(isPostOfficeBox(street)).toBe(true);
});

test.each([
  '200 Main St',
  '12 Box Elder Ln',
  'Boxwood Dr 4',
  'Box A Rd',
  'Box T Ranch Rd',
  '9 Post Office Rd',
  '9 Old Post Office Box Elder Rd',
  'RR 2 Box 12',
  'HC 1 Box 5',
  'Pointe Dr 4',
  '200 Main St PMB 4',
])('%s is none', (street) => {
  expect(isPostOfficeBox(street)).toBe(false);
});
