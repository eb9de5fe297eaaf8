// All checks, in the order of the parts: one line each.

import type { Check } from './check.ts'
import { check as unusedBehaviour } from './service/unused-behaviour.ts'
import { check as waitingCall } from './service/waiting-call.ts'
import { check as unusedSetting } from './service/unused-setting.ts'
import { check as cascadeCircle } from './resources/cascade-circle.ts'
import { check as computeCircle } from './resources/compute-circle.ts'
import { check as crossedBounds } from './resources/crossed-bounds.ts'
import { check as danglingRow } from './resources/dangling-row.ts'
import { check as duplicateName } from './resources/duplicate-name.ts'
import { check as duplicateRow } from './resources/duplicate-row.ts'
import { check as foreignInvariant } from './resources/foreign-invariant.ts'
import { check as foreignTenant } from './resources/foreign-tenant.ts'
import { check as generateType } from './resources/generate-type.ts'
import { check as idleKeyword } from './resources/idle-keyword.ts'
import { check as keyCircle } from './resources/key-circle.ts'
import { check as noTenant } from './resources/no-tenant.ts'
import { check as pattern } from './resources/pattern.ts'
import { check as rowSetting } from './resources/row-setting.ts'
import { check as secretValue } from './resources/secret-value.ts'
import { check as setNullRequired } from './resources/set-null-required.ts'
import { check as shapeCircle } from './resources/shape-circle.ts'
import { check as storedCompute } from './resources/stored-compute.ts'
import { check as takenInverse } from './resources/taken-inverse.ts'
import { check as twoOrigins } from './resources/two-origins.ts'
import { check as unboundedInput } from './resources/unbounded-input.ts'
import { check as unfitKey } from './resources/unfit-key.ts'
import { check as unfitRow } from './resources/unfit-row.ts'
import { check as unfitValue } from './resources/unfit-value.ts'
import { check as unknownChoice } from './resources/unknown-choice.ts'
import { check as unknownFormat } from './resources/unknown-format.ts'
import { check as unknownInverse } from './resources/unknown-inverse.ts'
import { check as unknownPropertyInResources } from './resources/unknown-property.ts'
import { check as unknownReference } from './resources/unknown-reference.ts'
import { check as unknownResource } from './resources/unknown-resource.ts'
import { check as unknownView } from './resources/unknown-view.ts'
import { check as unlistedRequired } from './resources/unlisted-required.ts'
import { check as unsaidScale } from './resources/unsaid-scale.ts'
import { check as unusedShape } from './resources/unused-shape.ts'
import { check as unusedView } from './resources/unused-view.ts'
import { check as viewCircle } from './resources/view-circle.ts'
import { check as alwaysCircle } from './states/always-circle.ts'
import { check as deadCandidate } from './states/dead-candidate.ts'
import { check as duration } from './states/duration.ts'
import { check as effectCircle } from './states/effect-circle.ts'
import { check as effectVerb } from './states/effect-verb.ts'
import { check as fieldClash } from './states/field-clash.ts'
import { check as incompleteCreate } from './states/incomplete-create.ts'
import { check as inescapableState } from './states/inescapable-state.ts'
import { check as leavesFinal } from './states/leaves-final.ts'
import { check as neverFired } from './states/never-fired.ts'
import { check as notUnique } from './states/not-unique.ts'
import { check as sleepingAlways } from './states/sleeping-always.ts'
import { check as unknownProperty } from './states/unknown-property.ts'
import { check as unknownResourceInStates } from './states/unknown-resource.ts'
import { check as unknownState } from './states/unknown-state.ts'
import { check as unknownTransitionInStates } from './states/unknown-transition.ts'
import { check as unreachableState } from './states/unreachable-state.ts'
import { check as unsaidRecord } from './states/unsaid-record.ts'
import { check as unwritable } from './states/unwritable.ts'
import { check as decision } from './expressions/decision.ts'
import { check as inexact } from './expressions/inexact.ts'
import { check as mayFail } from './expressions/may-fail.ts'
import { check as duplicateBinding } from './endpoints/duplicate-binding.ts'
import { check as duplicateId } from './endpoints/duplicate-id.ts'
import { check as duplicateParameter } from './endpoints/duplicate-parameter.ts'
import { check as duplicateRoute } from './endpoints/duplicate-route.ts'
import { check as headerName } from './endpoints/header-name.ts'
import { check as idempotencyScope } from './endpoints/idempotency-scope.ts'
import { check as idleKey } from './endpoints/idle-key.ts'
import { check as naturalIdempotency } from './endpoints/natural-idempotency.ts'
import { check as needlessNever } from './endpoints/needless-never.ts'
import { check as noAction } from './endpoints/no-action.ts'
import { check as noOperator } from './endpoints/no-operator.ts'
import { check as noRecord } from './endpoints/no-record.ts'
import { check as notUniqueInEndpoints } from './endpoints/not-unique.ts'
import { check as overwrittenField } from './endpoints/overwritten-field.ts'
import { check as pageSize } from './endpoints/page-size.ts'
import { check as partialOrder } from './endpoints/partial-order.ts'
import { check as readOnlyField } from './endpoints/read-only-field.ts'
import { check as statusInEndpoints } from './endpoints/status.ts'
import { check as unkeptAnswer } from './endpoints/unkept-answer.ts'
import { check as unknownBehaviour } from './endpoints/unknown-behaviour.ts'
import { check as unknownEvent } from './endpoints/unknown-event.ts'
import { check as unknownPropertyInEndpoints } from './endpoints/unknown-property.ts'
import { check as unknownRate } from './endpoints/unknown-rate.ts'
import { check as unknownResourceInEndpoints } from './endpoints/unknown-resource.ts'
import { check as unknownStateInEndpoints } from './endpoints/unknown-state.ts'
import { check as unknownTransitionInEndpoints } from './endpoints/unknown-transition.ts'
import { check as unreadBody } from './endpoints/unread-body.ts'
import { check as unsafeAction } from './endpoints/unsafe-action.ts'
import { check as unsourcedProperty } from './endpoints/unsourced-property.ts'
import { check as unusedParameter } from './endpoints/unused-parameter.ts'
import { check as algorithmKey } from './authentication/algorithm-key.ts'
import { check as forgedRequest } from './authentication/forged-request.ts'
import { check as hiddenOrder } from './authentication/hidden-order.ts'
import { check as hiddenText } from './authentication/hidden-text.ts'
import { check as insecureAddress } from './authentication/insecure-address.ts'
import { check as neverAllowed } from './authentication/never-allowed.ts'
import { check as notUniqueInAuthentication } from './authentication/not-unique.ts'
import { check as tenantLookUp } from './authentication/tenant-look-up.ts'
import { check as unknownPropertyInAuthentication } from './authentication/unknown-property.ts'
import { check as unknownResourceInAuthentication } from './authentication/unknown-resource.ts'
import { check as unknownRule } from './authentication/unknown-rule.ts'
import { check as unknownScope } from './authentication/unknown-scope.ts'
import { check as unknownScheme } from './authentication/unknown-scheme.ts'
import { check as deliveryCircle } from './events/delivery-circle.ts'
import { check as neverEmitted } from './events/never-emitted.ts'
import { check as eventOfNoTenant } from './events/no-tenant.ts'
import { check as nothingDelivered } from './events/nothing-delivered.ts'
import { check as sensitiveData } from './events/sensitive-data.ts'
import { check as shortRetention } from './events/short-retention.ts'
import { check as typeName } from './events/type-name.ts'
import { check as unfitSecret } from './events/unfit-secret.ts'
import { check as unreadableData } from './events/unreadable-data.ts'
import { check as unreachableTarget } from './events/unreachable-target.ts'
import { check as unknownCause } from './events/unknown-cause.ts'
import { check as ambiguousWord } from './errors/ambiguous-word.ts'
import { check as headerNameInErrors } from './errors/header-name.ts'
import { check as impossiblePrecedence } from './errors/impossible-precedence.ts'
import { check as neverMet } from './errors/never-met.ts'
import { check as notHere } from './errors/not-here.ts'
import { check as ofService } from './errors/of-service.ts'
import { check as statusInErrors } from './errors/status.ts'
import { check as tie } from './errors/tie.ts'
import { check as uncoveredOutcome } from './errors/uncovered-outcome.ts'
import { check as undeterminedPrecedence } from './errors/undetermined-precedence.ts'
import { check as unknownCondition } from './errors/unknown-condition.ts'
import { check as unknownOperation } from './errors/unknown-operation.ts'
import { check as unknownWord } from './errors/unknown-word.ts'
import { check as idleRetention } from './limits/idle-retention.ts'
import { check as unknownHeaderInLimits } from './limits/unknown-header.ts'
import { check as unknownOperationInLimits } from './limits/unknown-operation.ts'
import { check as zeroWindow } from './limits/zero-window.ts'
import { check as datesInOrder } from './versioning/dates-in-order.ts'
import { check as idlePinned } from './versioning/idle-pinned.ts'
import { check as keyRetyped } from './versioning/key-retyped.ts'
import { check as neverSent } from './versioning/never-sent.ts'
import { check as newestEnds } from './versioning/newest-ends.ts'
import { check as notFollowed } from './versioning/not-followed.ts'
import { check as versionOrder } from './versioning/order.ts'
import { check as roundTrip } from './versioning/round-trip.ts'
import { check as stillThere } from './versioning/still-there.ts'
import { check as twoInOne } from './versioning/two-in-one.ts'
import { check as unknownName } from './versioning/unknown-name.ts'
import { check as unknownVersion } from './versioning/unknown-version.ts'
import { check as unknownCaller } from './scenario/unknown-caller.ts'
import { check as unknownVersionInScenario } from './scenario/unknown-version.ts'
import { check as unknownDelivery } from './scenario/unknown-delivery.ts'
import { check as unknownRoute } from './scenario/unknown-route.ts'
import { expressionChecks } from './expressions.ts'
import { gaps } from './gaps.ts'
import { scenarioChecks } from './scenarios.ts'

export const checks: readonly Check[] = [
  ...gaps,
  ...expressionChecks,
  ...scenarioChecks,
  unusedBehaviour,
  waitingCall,
  unusedSetting,
  cascadeCircle,
  computeCircle,
  crossedBounds,
  danglingRow,
  duplicateName,
  duplicateRow,
  foreignInvariant,
  foreignTenant,
  generateType,
  idleKeyword,
  keyCircle,
  noTenant,
  pattern,
  rowSetting,
  secretValue,
  setNullRequired,
  shapeCircle,
  storedCompute,
  takenInverse,
  twoOrigins,
  unboundedInput,
  unfitKey,
  unfitRow,
  unfitValue,
  unknownChoice,
  unknownFormat,
  unknownInverse,
  unknownPropertyInResources,
  unknownReference,
  unknownResource,
  unknownView,
  unlistedRequired,
  unsaidScale,
  unusedShape,
  unusedView,
  viewCircle,
  alwaysCircle,
  deadCandidate,
  duration,
  effectCircle,
  effectVerb,
  fieldClash,
  incompleteCreate,
  inescapableState,
  leavesFinal,
  neverFired,
  notUnique,
  sleepingAlways,
  unknownProperty,
  unknownResourceInStates,
  unknownState,
  unknownTransitionInStates,
  unreachableState,
  unsaidRecord,
  unwritable,
  decision,
  inexact,
  mayFail,
  duplicateBinding,
  duplicateId,
  duplicateParameter,
  duplicateRoute,
  headerName,
  idempotencyScope,
  idleKey,
  naturalIdempotency,
  needlessNever,
  noAction,
  noOperator,
  noRecord,
  notUniqueInEndpoints,
  overwrittenField,
  pageSize,
  partialOrder,
  readOnlyField,
  statusInEndpoints,
  unkeptAnswer,
  unknownBehaviour,
  unknownEvent,
  unknownPropertyInEndpoints,
  unknownRate,
  unknownResourceInEndpoints,
  unknownStateInEndpoints,
  unknownTransitionInEndpoints,
  unreadBody,
  unsafeAction,
  unsourcedProperty,
  unusedParameter,
  algorithmKey,
  forgedRequest,
  hiddenOrder,
  hiddenText,
  insecureAddress,
  neverAllowed,
  notUniqueInAuthentication,
  tenantLookUp,
  unknownPropertyInAuthentication,
  unknownResourceInAuthentication,
  unknownRule,
  unknownScheme,
  unknownScope,
  deliveryCircle,
  neverEmitted,
  eventOfNoTenant,
  nothingDelivered,
  sensitiveData,
  shortRetention,
  typeName,
  unfitSecret,
  unreadableData,
  unreachableTarget,
  unknownCause,
  ambiguousWord,
  headerNameInErrors,
  impossiblePrecedence,
  neverMet,
  notHere,
  ofService,
  statusInErrors,
  tie,
  uncoveredOutcome,
  undeterminedPrecedence,
  unknownCondition,
  unknownOperation,
  unknownWord,
  idleRetention,
  unknownHeaderInLimits,
  unknownOperationInLimits,
  zeroWindow,
  datesInOrder,
  idlePinned,
  keyRetyped,
  neverSent,
  newestEnds,
  notFollowed,
  versionOrder,
  roundTrip,
  stillThere,
  twoInOne,
  unknownName,
  unknownVersion,
  unknownCaller,
  unknownVersionInScenario,
  unknownDelivery,
  unknownRoute,
]
