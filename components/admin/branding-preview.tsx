import { contrast, textOn, type Colours } from "@/contract/colour";
import { wordsIn } from "@/messages";
import { PageHeader } from "../page-header";
import { ServiceColours } from "../service-colours";
import type { PageOwner } from "../service-name";

const WHITE = "#ffffff";

/** What payers see of a service's colours and logo, and how well it can be read. */
export function BrandingPreview({ owner, caption }: { owner: PageOwner; caption: string }) {
  return (
    <figure className="app-look">
      <figcaption className="govuk-body">{caption}</figcaption>
      <ServiceColours {...owner.colours} within=".app-look__page" />
      <div className="app-look__page">
        <PageHeader t={wordsIn("en")} owner={owner} />
        <p className="app-look__sheet">
          <span className="govuk-button">{wordsIn("en")("cardDetails.continue")}</span>
        </p>
      </div>
      <Contrasts {...owner.colours} />
    </figure>
  );
}

function Contrasts({ bannerColour, buttonColour }: Colours) {
  const measured = [
    ...(bannerColour === null ? [] : [["the banner", contrast(bannerColour, textOn(bannerColour))] as const]),
    ...(buttonColour === null ? [] : [["buttons", contrast(buttonColour, WHITE)] as const]),
  ];
  return measured.map(([where, ratio]) => (
    <p key={where} className="govuk-body">
      Text on {where} has a contrast of {ratio.toFixed(1)} to 1.
    </p>
  ));
}
