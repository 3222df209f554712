import { serviceCities } from '#domain/service-area.ts';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type InquiryForm, sectionField } from './form-section.tsx';
import { withCity, withZip, zipCodesOf } from './inquiry-values.ts';

const cityOptions = serviceCities.map(({ id, name }) => ({ value: id, label: name }));

/** Where the yard is, and how the visitor came to ask. */
export default function PlaceFields({ form }: { form: InquiryForm }) {
  const { personal } = form.getValues();
  const field = sectionField(form, 'personal');
  const zipOptions = zipCodesOf(personal.city).map((code) => ({ value: code, label: code }));
  return (
    <div className="mt-5 grid gap-5 sm:grid-cols-2">
      <TextField
        label="Street Address 1"
        name="streetAddress1"
        autoComplete="address-line1"
        maxLength={200}
        isRequired
        className="sm:col-span-2"
        {...field('personal.streetAddress1')}
      />
      <TextField
        label="Street Address 2"
        name="streetAddress2"
        autoComplete="address-line2"
        maxLength={200}
        description="Apartment, suite or unit, if there is one."
        className="sm:col-span-2"
        {...field('personal.streetAddress2')}
      />
      <Select
        label="City"
        name="city"
        autoComplete="address-level2"
        placeholder="Select a city"
        options={cityOptions}
        isRequired
        {...field('personal.city')}
        onChange={(city) => field('personal').onChange(withCity(personal, city))}
      />
      <Select
        label="Zip/Postal"
        name="zipPostal"
        autoComplete="postal-code"
        placeholder="Select a zip code"
        options={zipOptions}
        isRequired
        {...field('personal.zipPostal')}
        onChange={(zipCode) => field('personal').onChange(withZip(personal, zipCode))}
      />
      <TextField
        label="State/Province"
        name="stateProvince"
        autoComplete="address-level1"
        isReadOnly
        isRequired
        {...field('personal.stateProvince')}
        value="Arkansas"
      />
      <TextField
        label="Country"
        name="country"
        autoComplete="country-name"
        isReadOnly
        isRequired
        {...field('personal.country')}
        value="United States"
      />
      <TextField
        label="How did you hear about us?"
        name="referral"
        autoComplete="off"
        rows={2}
        maxLength={1000}
        isRequired
        className="sm:col-span-2"
        {...field('personal.referral')}
      />
    </div>
  );
}
