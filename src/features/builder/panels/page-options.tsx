import { pageOptionFields } from "#kit/page-fields.ts";
import { PageSettingsForm } from "./page-settings-form.tsx";

/** The settings of the page that are not texts. */
export const PageOptions = () => <PageSettingsForm fields={pageOptionFields} />;
