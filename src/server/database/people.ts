/** Columns of a person that several queries read, whatever they call the profiles that they join. */

/** @returns how a person is told something */
export const contactOf = <Id, Name, Email, Phone, Preference>(person: {
  id: Id;
  firstName: Name;
  email: Email;
  phone: Phone;
  notificationPreference: Preference;
}) => ({
  profileId: person.id,
  firstName: person.firstName,
  email: person.email,
  phone: person.phone,
  notificationPreference: person.notificationPreference,
});
