// @vitest-environment happy-dom
import { useForm } from '@mantine/form';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense, use } from 'react';
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { dialogClosed, dialogOpened } from '#web/app/dialogs.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { store } from '#web/app/store.ts';
import '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { Guard } from './guard.tsx';
import { SessionProvider } from './session-provider.tsx';

/** A page of signed-in people: what it has loaded, and a form. */
function FormPage() {
  const { data } = api.useListProfilesQuery({ params: { userId: 'wren' } });
  const [skip] = api.useCreateSkipMutation();
  const form = useForm({ initialValues: { reason: '' } });
  const formProps = useFormSubmit(form, async ({ reason }) => {
    const day = { year: 2026, month: 11, day: 20 };
    return (await skip({ params: { engagementId: 'e' }, body: { date: day, reason } })).error;
  });
  return (
    <form {...formProps}>
      <h1>Form {data?.profiles.length}</h1>
      <TextField label="Reason" {...form.getInputProps('reason')} />
      <button type="submit">Save</button>
    </form>
  );
}

let arrive: () => void;
let arrival: Promise<void>;

/** A page whose code is still on its way. */
function SlowPage() {
  use(arrival);
  return <h1>Slow</h1>;
}

const router = () =>
  createBrowserRouter([
    {
      element: (
        <SessionProvider>
          <Suspense>
            <Outlet />
          </Suspense>
        </SessionProvider>
      ),
      children: [
        { path: '/', element: <h1>Home</h1> },
        { path: '/inquiry', element: <SlowPage /> },
        {
          element: (
            <Guard allow={['PROFILE_TYPE_WORKER']}>
              <Outlet />
            </Guard>
          ),
          children: [{ path: '/form', element: <FormPage /> }],
        },
      ],
    },
  ]);

let shown: ReturnType<typeof router>;

async function open(path: string): Promise<void> {
  history.replaceState(null, '', path);
  shown = router();
  render(<RouterProvider router={shown} />);
  await screen.findByRole('heading');
}

/** Whose access tokens and refresh cookie the server takes; and what it was asked to change. */
let valid: string | undefined;
const refusal = { status: 401, body: { message: '', errorCode: 'TOKEN_REFRESH_FAILED', traceId: 't' } };

beforeEach(() => {
  unpack();
  ({ promise: arrival, resolve: arrive } = Promise.withResolvers<void>());
  valid = 'wren';
  phone.farEnd = ({ path, body }) => {
    if (path === '/v1/sign-in') valid = body?.username;
    if (!valid) return refusal;
    if (path === '/v1/sign-in' || path === '/v1/refresh-token') return { body: sessionOf(valid) };
    return path.endsWith('/profiles') ? { body: { profiles: sessionOf(valid).profiles } } : {};
  };
  store.dispatch(sessionRestored(sessionOf('wren')));
});
afterEach(() => {
  cleanup();
  shown.dispose();
  store.dispatch(dialogClosed());
  store.dispatch(errorsDismissed());
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

const status = () => store.getState().session.status;
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = () => screen.findByRole('dialog', { name: 'Sign in to your account' });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const reasons = () => phone.calls.flatMap(({ body }) => body?.reason ?? []);

/** Types into the form and presses Save, when the server has ended the session. */
async function savesTooLate(): Promise<HTMLElement> {
  await open('/form');
  await screen.findByRole('heading', { name: 'Form 1' });
  type('Reason', 'The gate is locked');
  valid = undefined;
  fireEvent.click(screen.getByText('Save'));
  return await dialog();
}

async function signsIn(username: string): Promise<void> {
  type('Username', username);
  type('Password', 'bones4all!');
  press('Sign in');
  await noDialog();
}

test('a session that ends leaves the page with what was typed, and the same person goes on there', async () => {
  const asked = await savesTooLate();
  expect(asked.textContent).toContain('this page stays as you left it');
  expect([status(), store.getState().alerts]).toEqual(['expired', []]);

  await signsIn('wren');
  expect([status(), location.pathname, field('Reason').value]).toEqual(['signed-in', '/form', 'The gate is locked']);
  const before = reasons().length;
  press('Save');
  await waitFor(() => expect(reasons()).toHaveLength(before + 1));
  // What had been refused meanwhile is loaded again.
  await screen.findByRole('heading', { name: 'Form 1' });
  expect([store.getState().alerts, screen.queryByRole('dialog')]).toEqual([[], null]);
});

test('who does not sign in again is signed out, at home, but not by a slip of a key', async () => {
  await savesTooLate();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect([status(), field('Reason').value]).toEqual(['expired', 'The gate is locked']);
  press('Close');
  await screen.findByRole('heading', { name: 'Home' });
  await waitFor(() => expect(status()).toBe('signed-out'));
  expect([screen.queryByRole('dialog'), phone.kept.has('selected-profile')]).toEqual([null, false]);
});

test('who has forgotten the password sees one dialog at a time, and comes back to the sign-in', async () => {
  await savesTooLate();
  const titles = () => screen.getAllByRole('dialog').map((one) => one.querySelector('h2')?.textContent);
  press('Forgot password?');
  await screen.findByRole('dialog', { name: 'Forgot password?' });
  await waitFor(() => expect(titles()).toEqual(['Forgot password?']));
  press('Back to sign in');
  await dialog();
  await waitFor(() => expect(titles()).toEqual(['Sign in to your account']));
  press('Forgot password?');
  await screen.findByRole('dialog', { name: 'Forgot password?' });
  press('Close');
  await dialog();
  await waitFor(() => expect(titles()).toEqual(['Sign in to your account']));
  await signsIn('wren');
  expect([status(), field('Reason').value]).toEqual(['signed-in', 'The gate is locked']);
});

test('somebody else who signs in begins with a page of their own', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  await savesTooLate();
  await signsIn('walt');
  expect(assign).toHaveBeenCalledWith('/dashboard');
});

test('who is not signed in goes home, where the dialog opens', async () => {
  store.dispatch(sessionReset());
  await open('/form');
  await dialog();
  expect(location.pathname).toBe('/');
});

test('a dialog does not open on a page that is being left, but on the one that stays', async () => {
  await open('/');
  await act(() => shown.navigate('/inquiry'));
  expect([location.pathname, screen.getByRole('heading').textContent]).toEqual(['/inquiry', 'Home']);
  await act(async () => void store.dispatch(dialogOpened('forgot-password')));
  await import('#web/accounts/forgot-password-dialog.tsx');
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(async () => arrive());
  await screen.findByRole('dialog', { name: 'Forgot password?' });
});

test('a page that is being left does not send home whose session has ended meanwhile', async () => {
  await open('/form');
  await act(() => shown.navigate('/inquiry'));
  await act(async () => void store.dispatch(sessionReset()));
  await act(async () => arrive());
  await screen.findByText('Slow');
  expect([location.pathname, screen.queryByRole('dialog')]).toEqual(['/inquiry', null]);
});

test('who has no profile yet is asked for one, with a form that starts empty', async () => {
  store.dispatch(sessionRestored({ ...sessionOf('wren'), profiles: [] }));
  await open('/form');
  await screen.findByRole('dialog', { name: 'Create Profile' });
  expect(screen.getByLabelText<HTMLInputElement>(/first name/i).value).toBe('');
  expect(screen.getByRole('heading', { name: 'Tell us about you', hidden: true })).toBeTruthy();
});
