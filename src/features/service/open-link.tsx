import { PackagePlus } from "lucide-react";
import { Link } from "react-router";
import { useText } from "#ui/locale.ts";

const linkText = { zh: "开通套餐", en: "Activate a plan" };

/** The link to the plans that can be activated. */
export function OpenLink() {
  const t = useText();
  return (
    <Link to="/service/open" className="button-link primary">
      <PackagePlus size={16} strokeWidth={1.5} aria-hidden="true" />
      {t(linkText)}
    </Link>
  );
}
