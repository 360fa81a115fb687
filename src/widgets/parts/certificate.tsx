import type { Text } from "#kit/text.ts";
import type { RenderContext } from "#kit/widget.ts";
import { elevation } from "#ui/art/elevations.ts";
import { wovenNest } from "#ui/art/rosette.ts";
import { Art, centredBox } from "#ui/art/svg.tsx";

/** The number of units of the sample certificate. The rosettes have a lobe, and the certificate has a coupon, for each. */
const unitCount = 8;
const rosette = wovenNest("certificate", { lobes: unitCount, depth: 0.12, layers: 32, inner: 0.42, twist: 22.5 });
const couponRosette = wovenNest("coupon-line", { lobes: unitCount, depth: 0.2, layers: 8, inner: 0.5, twist: 22 });
// The certificate shows a narrower part of the drawing, so the floor line is shortened.
const deviceDrawing = elevation("retail").replace("M12 140H148", "M24 140H124");

const texts = {
  title: { zh: "设备资产凭证", en: "Device asset certificate" },
  translation: { zh: "DEVICE ASSET CERTIFICATE", en: "设备资产凭证" },
  specimen: { zh: "样张", en: "Specimen" },
  number: { zh: "编号 000 000 000", en: "No. 000 000 000" },
  picture: {
    zh: "样张：一台智能零售柜的资产凭证，下方是可撕下的八个份额。",
    en: "Specimen: the asset certificate of a smart retail cabinet, with eight tear-off units below.",
  },
};

const rows: { term: Text; text: Text; isLive?: true }[] = [
  { term: { zh: "设备", en: "Device" }, text: { zh: "智能零售柜", en: "Smart retail cabinet" } },
  { term: { zh: "身份", en: "Identity" }, text: { zh: "安全芯片签名", en: "Secure-chip signature" } },
  { term: { zh: "运行", en: "Operation" }, text: { zh: "在线", en: "Online" }, isLive: true },
  { term: { zh: "权属", en: "Ownership" }, text: { zh: "已登记", en: "Registered" } },
  { term: { zh: "份额", en: "Units" }, text: { zh: "8 份，每份 1/8", en: "8 units, 1/8 each" } },
];

/** A red stamp with the Chinese characters for "verified", the same on the Chinese and the English site. */
function Stamp() {
  return (
    <svg className="stamp" viewBox="0 0 76 76">
      <rect x="2" y="2" width="72" height="72" rx="7" fill="none" stroke="currentColor" strokeWidth="3" />
      <rect x="7.5" y="7.5" width="61" height="61" rx="3" fill="none" stroke="currentColor" strokeWidth="1" />
      <text x="38" y="35" textAnchor="middle">
        验
      </text>
      <text x="38" y="63" textAnchor="middle">
        讫
      </text>
    </svg>
  );
}

function Coupons() {
  return (
    <div className="coupons">
      <svg width="0" height="0" className="definitions">
        <defs>
          <g id="coupon" fill="none" stroke="currentColor" dangerouslySetInnerHTML={{ __html: couponRosette }} />
        </defs>
      </svg>
      {Array.from({ length: unitCount }, (_, index) => (
        <div key={index}>
          <svg viewBox={centredBox}>
            <use href="#coupon" />
          </svg>
          <b className="mono">
            {index + 1}/{unitCount}
          </b>
        </div>
      ))}
    </div>
  );
}

/** The certificate of the hero: an image for screen readers, marked as a specimen so that nobody takes it for a real one. */
export function Certificate({ context: { t, locale } }: { context: RenderContext }) {
  return (
    <figure className="certificate" role="img" aria-label={t(texts.picture)}>
      <div className="ghost second" />
      <div className="ghost first" />
      <div className="paper">
        <svg className="braid">
          <rect width="100%" height="100%" fill="url(#braid)" />
        </svg>
        <div className="face">
          <div className="titles">
            <div>
              <p className="title">{t(texts.title)}</p>
              <p className="translation mono" lang={locale === "zh" ? "en" : "zh-CN"}>
                {t(texts.translation)}
              </p>
            </div>
            <p className="specimen">
              {t(texts.specimen)}
              <span className="mono">{t(texts.number)}</span>
            </p>
          </div>
          <div className="body">
            <Art box="22 8 102 136" className="elevation" markup={deviceDrawing} />
            <dl>
              {rows.map(({ term, text, isLive }) => (
                <div key={term.en}>
                  <dt>{t(term)}</dt>
                  <dd>
                    {isLive && <i />}
                    {t(text)}
                  </dd>
                </div>
              ))}
            </dl>
            <div className="seal">
              <Art box={centredBox} className="rosette" markup={rosette} />
              <Stamp />
            </div>
          </div>
        </div>
      </div>
      <Coupons />
    </figure>
  );
}
