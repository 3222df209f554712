/** What the forms say now beside the choice of texts. Other words get another name in `consentWordings`. */

export const textsWords =
  'By choosing text messages you agree to get texts about your account and your visits at the number you gave. Message and data rates may apply. Agreeing is not a condition of buying anything. Reply STOP to end them, or HELP for help.';

/** The tick for offers, and what stands below it. */
export const offersWords = 'I also agree to get about 10 promotional text messages per month at this number.';
export const offersNote =
  'Message and data rates may apply. To stop them, reply with one of STOP, QUIT, CANCEL, OPT-OUT or UNSUBSCRIBE at any time.';

/** The tick of staff. */
export const staffWords =
  'They have told us that they agree to texts about their account and their visits at this number.';

/** What an account comes with. */
export const accountWords =
  'By having an account you agree to get emails about the account itself, its bills and its visits.';
