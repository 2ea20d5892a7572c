import { notFound } from "next/navigation";
import { OPERATIONS, slugOf } from "@/components/docs/description";
import { OperationPage } from "@/components/docs/operation-page";
import { publicUrl } from "@/domain/public-url";

interface Props {
  params: Promise<{ operation: string }>;
}

/** Other names are nothing: the 404 that all have. */
export const dynamicParams = false;

export function generateStaticParams() {
  return OPERATIONS.map((operation) => ({ operation: slugOf(operation) }));
}

export default async function Page({ params }: Props) {
  const { operation: slug } = await params;
  const operation = OPERATIONS.find((each) => slugOf(each) === slug);
  if (!operation) notFound();
  return <OperationPage operation={operation} baseUrl={publicUrl("")} />;
}
