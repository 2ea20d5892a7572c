import { redirect } from "next/navigation";
import { OPERATIONS, slugOf } from "@/components/docs/description";
import { OperationPage } from "@/components/docs/operation-page";
import { publicUrl } from "@/domain/public-url";

interface Props {
  params: Promise<{ operation: string }>;
}

/** One operation; other names get the 404 that all have. */
export default async function Page({ params }: Props) {
  const { operation: slug } = await params;
  const operation = OPERATIONS.find((each) => slugOf(each) === slug);
  if (!operation) redirect("/not-found");
  return <OperationPage operation={operation} baseUrl={publicUrl("")} />;
}
