/** How the fields of each template relate to each other, by its name. Follows its summary. */
export const ABOUT: Readonly<Partial<Record<string, string>>> = {
  'Simple Example': 'The fields are independent. Start here, and change it into a template of your own.',
  'eCommerce Transactions':
    'The fields are independent and weighted: most sales come from one source, and most are of one item.',
  'Stock Prices':
    'The fields are independent: a price says nothing about the next price of the same stock. For prices that move in small steps, use [`catbird.walk`](../types/catbird.md#catbirdwalk) per `stock_symbol`.',
  'Content Tracking':
    'The fields are independent: every event has a new user and new content, and the time spent does not depend on the scroll depth.',
  'Web Analytics Starter Kit':
    'The fields are independent and weighted. For visitors who move from page to page, use [Web Sessions](web-sessions.md).',
  'Log Analytics Starter Kit':
    'The fields are independent and weighted, so a line with status 500 can have level info. For lines that are consistent with themselves and with their neighbours, use [Logs with Incidents](logs-with-incidents.md).',
  Flappybird: 'The fields are independent: every event belongs to a new round, and scores are uniform.',
  Sportsbetting:
    'The fields are independent, with weighted sports and stakes. All bets are placed within five kilometres of one stadium.',
  'Flight Bookings':
    'The fields are independent: passengers, cities and extras do not depend on each other. Airlines, bags and meals are weighted.',
  'Online Shop':
    'Users and products come from pools in which a few are far more frequent than the rest. A user has the same name, email and country in every order, and a product the same name and price. Amounts are the sum of the cart, and the payment status follows from the order status. Each order is a journey in time: pending, then paid or cancelled within seconds, and now and then refunded. It keeps its user, cart and payment.',
  'IoT Sensors':
    'All sensors share the same weather. Each has a constant offset and a drift that follows a random walk. Humidity follows temperature, with a random walk per site. Batteries run down at different speeds. A sensor with an empty battery has status `dead` and no readings until the battery is replaced.',
  'Web Sessions':
    'Visits run side by side, with seconds between the views of each. From each page, a visit moves on to another by weights, or ends. Every visit reaches the checkout through the cart. A visit has one visitor and one referrer; a visitor has one device, browser and country. Only product views have a product, and only orders have revenue.',
  'Bank Transactions':
    'Each kind of fraud leaves its own pattern: tiny amounts when cards are tested, electronics and jewellery abroad with stolen cards, large transfers from accounts taken over. `fraud_type` and `is_fraud` are the labels. The risk score catches most fraud but not all, which leaves something to find. An account has one holder, one card and one home country, and pays in the currency of that country. Each payment is a journey in time: authorized or declined, then captured or reversed within seconds, and now and then refunded. Payments are declined for their risk or, one out of fifty, for insufficient funds; `decline_reason` says which.',
  'Logs with Incidents':
    'Most of the time nothing happens. Then a service has an incident: its database is slow, a deploy is faulty, or it runs out of memory. Its statuses, levels, durations and messages all reflect the incident. `incident` and `incident_id` are the labels; remove them to detect incidents yourself.',
};
