import { Guide } from "@/components/docs/docs-page";
import { P, Section } from "@/components/docs/words";
import { TestCardTable } from "@/components/test-cards";

export default function Page() {
  return (
    <Guide path="/docs/test-cards">
      <P>
        Test accounts take these numbers and no money. Use any expiry date to come, any name and any security
        code: 3 digits, 4 for American Express. Every other number ends in an error, so that a real card never
        gets far by mistake.
      </P>
      <Section id="cards" heading="Cards">
        <TestCardTable language="en" />
        <P>
          Maestro is there to try what your payers see when you do not accept a brand: by default it is not
          accepted.
        </P>
      </Section>
      <Section id="proof" heading="When a bank asks for proof">
        <P>
          Cards with 3D Secure lead to a page of the sandbox’s own bank, with the buttons Pass authentication
          and Fail authentication, and the link Leave without answering. The first answer stands. Whoever
          leaves without one may go to the bank again, or cancel; a bank asks once only.
        </P>
        <P>
          From then on, the payment’s `authorisation_summary.three_d_secure.required` is true. It is false
          where the bank was satisfied without asking.
        </P>
      </Section>
    </Guide>
  );
}
