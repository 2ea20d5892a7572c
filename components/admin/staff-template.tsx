import type { ReactNode } from "react";
import { ProblemSummary } from "./problem-summary";
import { StaffHeader, type Navigation } from "./staff-header";
import { SideNavigation } from "./staff-navigation";

interface Props {
  title: string;
  caption?: string;
  back?: { readonly href: string; readonly name: string };
  /** What was just done. */
  done: string | undefined;
  problems: readonly { readonly field: string; readonly text: string }[];
  navigation: Navigation;
  csrf: string | undefined;
  children: ReactNode;
}

/** The whole document around a page of the staff's tool. */
export function StaffTemplate({ title, caption, back, done, problems, navigation, csrf, children }: Props) {
  const place = navigation.place ? `${navigation.place.service} - ` : "";
  return (
    <html lang="en" className="govuk-template">
      <body className="govuk-template__body app-body app-staff">
        {/* React moves these to the head. */}
        <title>{`${problems.length > 0 ? "Error: " : ""}${title} - ${place}Exchequer`}</title>
        <meta name="color-scheme" content="light only" />
        <meta name="theme-color" content="#0d3b47" />
        <meta name="format-detection" content="telephone=no" />
        <a href="#main-content" className="govuk-skip-link">
          Skip to main content
        </a>
        <StaffHeader navigation={navigation} csrf={csrf} />
        <div className="govuk-width-container app-content">
          <SideNavigation groups={navigation.groups} />
          <div className="app-content__page">
            {back && (
              <nav aria-label="Back">
                <a className="govuk-back-link" href={back.href}>
                  {back.name}
                </a>
              </nav>
            )}
            <main className="govuk-main-wrapper" id="main-content" tabIndex={-1}>
              {done !== undefined && <output className="app-done">{done}</output>}
              {problems.length > 0 && <ProblemSummary problems={problems} />}
              {caption !== undefined && <span className="govuk-caption-l">{caption}</span>}
              <h1 className="govuk-heading-l">{title}</h1>
              {children}
            </main>
          </div>
        </div>
        <footer className="app-footer">
          <div className="govuk-width-container app-footer__row">
            <ul className="app-footer__links">
              <li>
                {/* Each page is a document of its own: nothing for a client-side link to keep. */}
                {/* oxlint-disable-next-line next/no-html-link-for-pages */}
                <a className="app-footer__link" href="/docs">
                  Documentation
                </a>
              </li>
              <li>
                {/* oxlint-disable-next-line next/no-html-link-for-pages */}
                <a className="app-footer__link" href="/help/accessibility?lang=en">
                  Accessibility
                </a>
              </li>
            </ul>
          </div>
        </footer>
      </body>
    </html>
  );
}
