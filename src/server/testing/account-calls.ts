import { someAddress, testPassword } from './factories.ts';
import type { TestWorld } from './world.ts';

/**
 * What people do before they are signed in, each time from another address, so that no limit of callers is met.
 * @param yardpack the world of the test by then
 */
export const accountCalls = (yardpack: () => TestWorld) => ({
  signUp: (body: object) => yardpack().call('signUp', { body, address: someAddress() }),
  signIn: (username: string, password = testPassword) =>
    yardpack().call('signIn', { body: { username, password }, address: someAddress() }),
  /** @param typist what shows that the reader of the link has typed what it confirms */
  confirm: (token: unknown, typist: { password?: string; userId?: string } = { password: testPassword }) =>
    yardpack().call('confirmSignUp', { body: { token, ...typist }, address: someAddress() }),
  renew: (token: string) => yardpack().call('renewLink', { body: { token }, address: someAddress() }),
  setNewPassword: (token: unknown, newPassword: string) =>
    yardpack().call('setNewPassword', { body: { token, newPassword }, address: someAddress() }),
  checkPasswordLink: (token: unknown) =>
    yardpack().call('checkPasswordLink', { body: { token }, address: someAddress() }),
  /** Asks for a link for a new password, and has it mailed. */
  askForReset: async (username: string) => {
    await yardpack().call('resetPassword', { body: { username }, address: someAddress() });
    await yardpack().drain();
  },
});
